--TEST--
What waiting costs: less than a command a second and next to no CPU while the lock is held, at most 20 commands an acquisition however many wait, and at most 12 round trips from a release to the next owner
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 4 : 50;
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$waiters = line_of($redis, $count);

$cpu = fn(): array => array_map(fn(PhpChild $waiter) => (int) file_get_contents("/proc/{$waiter->processId()}/schedstat"), $waiters);
$before = $cpu();
$redis->ask('CONFIG', 'RESETSTAT');
$start = now();
await('some seconds', fn() => now() > $start + 6.0);
$elapsed = now() - $start;
$commands = array_sum($redis->commands());
$used = max(array_map(fn(int $after, int $before) => $after - $before, $cpu(), $before)) / 1e9;
// The head looks once a second: four commands, and belongs to nobody in particular.
say('commands a second, each', $commands / $elapsed / $count <= 1.0 + 4 / $count ?: $commands);
say('CPU', is_slow() || $used / $elapsed <= 0.005 ?: $used);

$redis->ask('CONFIG', 'RESETSTAT');
$holder->release();
$order = order_of($waiters);
$commands = array_sum($redis->commands());
say('an acquisition', count($order) === $count && $commands / $count <= 20 ?: $commands);
unset($waiters);

$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: $argv[1]);
    while (hear() === 'wait') {
        $lock->acquire();
        printf("%.9f\n", now());
        $lock->release();
    }
    PHP, [$redis->address]);
$trips = $pings = [];
for ($n = 0; $n < (is_slow() ? 3 : 60); $n++) {
    $holder->acquire();
    line_up($redis, [$waiter]);
    usleep(5_000);
    $start = now();
    $holder->release();
    $trips[] = (float) $waiter->hear() - $start;
    usleep(5_000);
    $start = now();
    $redis->ask('PING');
    $pings[] = now() - $start;
}
sort($trips);
sort($pings);
$ratio = $trips[intdiv($n, 2)] / $pings[intdiv($n, 2)];
say('round trips', is_slow() || $ratio <= 12.0 ?: $ratio);
?>
--EXPECT--
commands a second, each: true
CPU: true
an acquisition: true
round trips: true
