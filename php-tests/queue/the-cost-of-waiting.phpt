--TEST--
A release, a deletion or an expiry notifies two watchers, and an acquisition costs at most 24 commands, however many clients wait
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$per_second = function () use ($redis): float {
    $looked = now();
    await('their first looks', fn() => now() > $looked + 2.0);
    $redis->ask('CONFIG', 'RESETSTAT');
    $start = now();
    await('some seconds', fn() => now() > $start + 5.0);
    return array_sum($redis->commands()) / (now() - $start);
};

$holder->acquire();
$waiters = queued_waiters($redis, 4);
$few = $per_second();
array_push($waiters, ...array_map(fn() => waiter($redis), range(5, is_slow() ? 8 : 50)));
foreach (array_slice($waiters, 4) as $waiter) {
    $waiter->tell('wait');
}
await_queue($redis, $count = count($waiters));
$cpu = fn(): array => array_map(fn(PhpChild $waiter) => (int) file_get_contents("/proc/{$waiter->processId()}/schedstat"), $waiters);
$before = $cpu();
$many = $per_second();
$used = max(array_map(fn(int $after, int $before) => $after - $before, $cpu(), $before)) / 1e9;
say('commands a second', $many <= max(8.0, 2 * $few) ?: [$few, $many]);
say('CPU', is_slow() || $used / 7.0 <= 0.005 ?: $used);

// The server's tracking table has the keys of each watcher: the lock and the other seats.
say('watched keys', ($items = $redis->info('tracking_total_items')) <= 8 ?: $items);

// If all were woken, each would send two commands at least.
foreach (['release' => fn() => $holder->release(), 'DEL' => fn() => $redis->ask('DEL', 'k'), 'PEXPIRE' => fn() => $redis->ask('PEXPIRE', 'k', '50')] as $what => $free) {
    $redis->ask('CONFIG', 'RESETSTAT');
    $free();
    await('the next owner', function () use ($waiters, &$owner) {
        $owner = array_key_first(array_filter($waiters, fn(PhpChild $waiter) => $waiter->hasSpoken()));
        return $owner !== null;
    });
    // A watcher that a busy machine suspends loses its seat, and keeps watching.
    await('the next watchers', fn() => count($redis->seats()) === 2 && $redis->info('blocked_clients') <= count($waiters) - 3);
    $commands = array_sum($redis->commands());
    say($what, $commands <= 60 || is_slow() ?: $commands);
    $owners[] = $waiters[$owner];
    unset($waiters[$owner]);
}
array_map(fn(PhpChild $owner) => $owner->tell(''), $owners);

$redis->ask('CONFIG', 'RESETSTAT');
$redis->ask('DEL', 'k');
$order = order_of($waiters);
$commands = array_sum($redis->commands());
say('an acquisition', count($order) === $count - 3 && $commands / count($order) <= 24 ?: $commands);
unset($waiters, $waiter, $owners);

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
    enqueue_waiters($redis, [$waiter]);
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
say('round trips', is_slow() || $ratio <= 40.0 ?: $ratio);
?>
--EXPECT--
commands a second: true
CPU: true
watched keys: true
release: true
DEL: true
PEXPIRE: true
an acquisition: true
round trips: true
