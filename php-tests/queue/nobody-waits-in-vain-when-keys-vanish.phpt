--TEST--
FLUSHALL, SCRIPT FLUSH, deleted helper keys and a restart of the server: everybody in line still gets the lock
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
    'no head' => function () use ($redis) {
        $redis->ask('DEL', '{k}:redislock:head');
        $redis->ask('DEL', 'k');
    },
    'a head that nobody is' => function () use ($redis) {
        $redis->ask('SET', '{k}:redislock:head', 'nobody', 'PX', '500');
        $redis->ask('DEL', 'k');
    },
    'a signal from nobody' => function () use ($redis) {
        $redis->ask('LPUSH', '{k}:redislock:signal', 'nobody');
        $redis->ask('DEL', 'k');
    },
    'a replaced lock' => function () use ($redis) {
        $redis->ask('SET', 'k', 'somebody else', 'PX', '200');
    },
    'restart' => fn() => $redis->restart(),
];
foreach ($events as $what => $event) {
    $redis->ask('SET', 'k', 'somebody');
    line_up($redis, $waiters);
    $event();
    $order = order_of($waiters);
    sort($order);
    say($what, $order === range(0, $count - 1) ? 'all of them' : $order);
}
say('keys left', keys_left($redis));
?>
--EXPECT--
FLUSHALL: "all of them"
SCRIPT FLUSH: "all of them"
no head: "all of them"
a head that nobody is: "all of them"
a signal from nobody: "all of them"
a replaced lock: "all of them"
restart: "all of them"
keys left: []
