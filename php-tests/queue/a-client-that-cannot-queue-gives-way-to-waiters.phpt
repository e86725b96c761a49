--TEST--
If a process without permission to queue acquires in a loop, four queued processes still get their turns
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

const TURNS = 25;
$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'poller', 'on', '>p', '~*', '&*', '+@all', '-client');
$poller = new RedisLock('k', ttl: 60.0, wait: 60.0, server: "$redis->address?user=poller&pass=p");
$code = <<<'PHP'
    [, $address, $turns] = $argv;
    $lock = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $address);
    $redis = new RespClient($address);
    while ($turns-- > 0) {
        $lock->acquire() || exit("not acquired\n");
        $redis->ask('INCR', 'turns');
        $lock->release();
    }
    echo "done\n";
    PHP;
$longest = 0;
// Chance decides, too, which client is faster, so the test repeats this.
for ($round = 0; $round < 8; $round++) {
    $redis->ask('DEL', 'turns');
    clear_queue($redis);
    $poller->acquire();
    $queued = array_map(fn() => PhpChild::start($code, [$redis->address, TURNS]), range(1, 4));
    await('them to queue', fn() => $redis->info('blocked_clients') === 2);
    $poller->release();
    $row = $turns = 0;
    do {
        $poller->acquire();
        // Before its first check it does not know of the waiters.
        for ($end = now() + 0.001; now() < $end;);
        [$before, $turns] = [$turns, (int) $redis->ask('GET', 'turns')];
        $longest = max($longest, $row = $turns === $before ? $row + 1 : 0);
        $poller->release();
    } while ($turns < 4 * TURNS && $longest < 200);
    foreach ($queued as $child) {
        $said = $child->finish();
        $said === "done\n" || say('one that queued', $said);
    }
}
say('never so many in a row', $longest < 50 ?: $longest);
?>
--EXPECT--
never so many in a row: true
