--TEST--
A wait longer than a server can count is queued like any other
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiters = array_map(fn(float $wait) => waiter($redis, ['wait' => $wait]), [INF, 1e9, 1e15, 1e17, 1e18, 1e300]);
enqueue_waiters($redis, $waiters);
$redis->ask('DEL', 'k');
say('all', owners_of($waiters));
await('nothing but what expires', fn() => $redis->locks() === []);
?>
--EXPECT--
all: [0,1,2,3,4,5]
