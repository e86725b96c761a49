--TEST--
After FLUSHALL, SCRIPT FLUSH, deleted helper keys or a restart of the server, every waiter still gets the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 3 : 6;
$waiters = array_map(fn() => waiter($redis), range(1, $count));
$events = [
    'FLUSHALL' => fn() => $redis->ask('FLUSHALL'),
    'SCRIPT FLUSH' => function () use ($redis) {
        $redis->ask('SCRIPT', 'FLUSH');
        $redis->ask('DEL', 'k');
    },
    'no seats' => fn() => $redis->ask('DEL', ...array_keys($redis->seats()), ...['k']),
    'seats of clients that are gone' => function () use ($redis) {
        foreach ($redis->seats() as $seat => $note) {
            $redis->ask('SET', $seat, "{$note}2", 'PX', '12000');
        }
        $redis->ask('DEL', 'k');
    },
    'notes that no client writes' => function () use ($redis) {
        foreach ($redis->seats() as $seat => $note) {
            $redis->ask('SET', $seat, 'invalid', 'PX', '12000');
        }
        $redis->ask('DEL', 'k');
    },
    'a seat that does not exist' => function () use ($redis) {
        $redis->ask('LPUSH', '{k}:redislock:vacant', 'invalid');
        $redis->ask('DEL', 'k');
    },
    'offers that reach no waiter' => function () use ($redis) {
        for ($n = 0; $n < 3; $n++) {
            $redis->ask('DEL', '{k}:redislock:vacant', ...$n === 0 ? ['k'] : []);
        }
    },
    'a replaced lock' => function () use ($redis) {
        $redis->ask('SET', 'k', 'another-client', 'PX', '200');
    },
    'restart' => fn() => $redis->restart(),
];
foreach ($events as $what => $event) {
    $redis->ask('SET', 'k', 'another-client');
    enqueue_waiters($redis, $waiters);
    $event();
    $order = order_of($waiters);
    sort($order);
    say($what, $order === range(0, $count - 1) ? 'all of them' : $order);
}
await('nothing but what expires', fn() => $redis->locks() === []);
?>
--EXPECT--
FLUSHALL: "all of them"
SCRIPT FLUSH: "all of them"
no seats: "all of them"
seats of clients that are gone: "all of them"
notes that no client writes: "all of them"
a seat that does not exist: "all of them"
offers that reach no waiter: "all of them"
a replaced lock: "all of them"
restart: "all of them"
