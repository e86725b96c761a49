--TEST--
If a lock is deleted while the thread has no connection, the thread notices it on the new connection, before the next renewal
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
foreach (['renewed' => true, 'only watched' => false] as $what => $autoRenew) {
    foreach (['deleted meanwhile' => 'DEL k', 'deleted later' => 'PING'] as $when => $command) {
        $redis->ask('CONFIG', 'RESETSTAT');
        $lock = new RedisLock('k', ttl: 600.0, server: $redis->address, autoRenew: $autoRenew, abortOnLoss: !$autoRenew);
        try {
            $lock->acquire();
            $checks = fn() => ($redis->commands()['evalsha'] ?? 0) + ($redis->commands()['eval'] ?? 0);
            await('the check of the key', fn() => $checks() > 0);
            $before = $checks();
            $operator = $redis->connect();
            $own = (string) $operator->ask('CLIENT', 'ID');
            $kills = array_map(fn(string $id) => ['CLIENT', 'KILL', 'ID', $id], array_diff($redis->clients(), [$own]));
            // All at once, before any client can reconnect.
            $operator->ask('MULTI');
            foreach ([...$kills, explode(' ', $command)] as $words) {
                $operator->ask(...$words);
            }
            $operator->ask('EXEC');
            if ($command === 'PING') {
                await('another check of the key', fn() => $checks() > $before);
                $operator->ask('DEL', 'k');
            }
            $lasted = seconds_until_lost($lock);
            $autoRenew || compute(10.0);
        } catch (RedisLockLostException) {
            $lasted = 0.0;
        }
        say("$what, $when: noticed in time", $lasted < 10.0);
        say('  released', $lock->release());
    }
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
renewed, deleted meanwhile: noticed in time: true
  released: false
renewed, deleted later: noticed in time: true
  released: false
only watched, deleted meanwhile: noticed in time: true
  released: false
only watched, deleted later: noticed in time: true
  released: false
lost: 4
