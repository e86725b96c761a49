--TEST--
If a server knows neither HELLO nor CLIENT TRACKING, locks are renewed, and the next renewal notices a loss
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.7);
$unknown = "-ERR unknown command\r\n";
foreach (['HELLO' => ['HELLO'], 'CLIENT' => ['CLIENT'], 'both' => ['HELLO', 'CLIENT']] as $what => $commands) {
    $proxy = FaultProxy::before($redis);
    foreach ($commands as $command) {
        $proxy->always($command, 'say', $unknown);
    }
    $lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
    $lock->acquire();
    pause(1.2 * $ttl);
    say("without $what: held", $lock->isHeld() && $redis->ask('GET', 'k') === $lock->getToken());
    say('  on one connection', count(array_keys($proxy->seenNames(), 'HELLO')));
    $redis->ask('DEL', 'k');
    // The next renewal notices the loss; otherwise the lease would have lasted to its end.
    say('  noticed in time', seconds_until_lost($lock) < $ttl * 0.6);
    say('  released', $lock->release());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
without HELLO: held: true
  on one connection: 1
  noticed in time: true
  released: false
without CLIENT: held: true
  on one connection: 1
  noticed in time: true
  released: false
without both: held: true
  on one connection: 1
  noticed in time: true
  released: false
lost: 3
