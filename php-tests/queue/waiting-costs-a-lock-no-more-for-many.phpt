--TEST--
What waiting costs a lock a second does not grow with the number of waiters, once they have looked around
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$commands = [];
foreach ([5, is_slow() ? 8 : 50] as $count) {
    $holder->acquire();
    $waiters = line_of($redis, $count, killed: true);
    // Each has looked once after 4.5 seconds: from then on there are some to look, and a crowd.
    $start = now();
    await('their first looks', fn() => now() > $start + 5.0);
    $redis->ask('CONFIG', 'RESETSTAT');
    $start = now();
    await('some seconds', fn() => now() > $start + 5.0);
    $commands[] = array_sum($redis->commands()) / (now() - $start);
    foreach ($waiters as $waiter) {
        $waiter->kill();
    }
    $redis->ask('FLUSHALL');
}
say('commands a second', $commands[1] <= 2 * $commands[0] ?: $commands);
?>
--EXPECT--
commands a second: true
