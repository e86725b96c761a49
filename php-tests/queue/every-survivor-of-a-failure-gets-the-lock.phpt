--TEST--
In 200 rounds with crashed or suspended waiters, connections and servers, every survivor gets the lock, one at a time, and nothing remains
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

const LINES = 4;
const WAITERS = 4;

$redis = RedisServer::start();
$rounds = is_slow() ? 2 : 50;

/** Each process acquires its lock once a round, and checks that it is the only holder. */
$code = <<<'PHP'
    [, $address, $key] = $argv;
    $lock = new RedisLock($key, ttl: 600.0, wait: 600.0, server: "$address?read_timeout=60");
    while (hear() === 'wait') {
        $acquired = $lock->acquire();
        $redis = new RespClient($address);
        $alone = $redis->ask('SET', "inside:$key", getmypid(), 'NX') === 'OK';
        usleep(500);
        $gone = $redis->ask('DEL', "inside:$key") === 1;
        echo $acquired && $alone && $gone ? 'good' : json_encode([$acquired, $alone, $gone]), "\n";
        $lock->release();
    }
    PHP;
$start = fn(string $key) => PhpChild::start($code, [$redis->address, $key], killed: true);
$lines = [];
for ($line = 0; $line < LINES; $line++) {
    $lines["k$line"] = array_map(fn() => $start("k$line"), range(1, WAITERS));
}

$cut_off = fn(bool $blocked) => array_map(fn($id) => $redis->ask('CLIENT', 'KILL', 'ID', $id), waiting_connections($redis, $blocked));

/** Kills a process of each queue. */
$killOne = function (callable $which) use (&$lines, $start): void {
    foreach ($lines as $key => $waiters) {
        $n = $which();
        $waiters[$n]->kill();
        $lines[$key][$n] = null;
    }
};
// The suspended waiters are resumed after the others have had the lock.
$sender = new SignalSender();
$suspended = [];
$suspend = function (callable $which) use (&$lines, &$suspended, $sender): void {
    foreach ($lines as $key => $waiters) {
        foreach ((array) $which() as $n) {
            $sender->send('STOP', $waiters[$n]);
            $suspended[$key][$n] = $waiters[$n];
        }
    }
};
$hear = function (PhpChild $waiter, string $what): void {
    $said = $waiter->hear();
    $said === 'good' || say($what, $said === '' ? $said . $waiter->finish() : $said); // an exception begins with an empty line
};
$faults = [
    'the first is suspended' => fn() => $suspend(fn() => 0),
    'two are suspended' => fn() => $suspend(fn() => array_rand(range(0, WAITERS - 1), 2)),
    'the first dies' => fn() => $killOne(fn() => 0),
    'one dies' => fn() => $killOne(fn() => random_int(0, WAITERS - 1)),
    'those that watch are cut off' => fn() => $cut_off(false),
    'those that sleep are cut off' => fn() => $cut_off(true),
    'a pause' => fn() => $redis->ask('CLIENT', 'PAUSE', '30'),
    'a restart' => $redis->restart(...),
];
$count = 0;
while ($count < $rounds * count($lines)) {
    foreach ($faults as $what => $fault) {
        $owner = new RespClient($redis->address);
        foreach ($lines as $key => $waiters) {
            $owner->ask('SET', $key, 'another-client');
            $redis->ask('CONFIG', 'RESETSTAT');
            foreach ($waiters as $n => $waiter) {
                $waiter->tell('wait');
                await('its arrival, of which the server says the time', fn() => ($redis->commands()['time'] ?? 0) > $n);
            }
        }
        await_rest($redis, array_merge(...array_values($lines))); // whose first attempt has no answer would not survive a restart
        $fault();
        $what === 'a restart' || $redis->ask('DEL', ...array_keys($lines));
        foreach ($lines as $key => $waiters) {
            foreach ($waiters as $n => $waiter) {
                if ($waiter === null) {
                    $lines[$key][$n] = $start($key);
                    continue;
                }
                isset($suspended[$key][$n]) || $hear($waiter, "$what, $key");
            }
            $count++;
        }
        foreach ($suspended as $key => $waiters) {
            foreach ($waiters as $waiter) {
                $sender->send('CONT', $waiter);
            }
            foreach ($waiters as $waiter) {
                $hear($waiter, "$what, $key");
            }
        }
        $suspended = [];
    }
}
say('rounds', $count >= $rounds * count($lines));
await('nothing but what expires', fn() => $redis->locks() === []);
?>
--EXPECT--
rounds: true
