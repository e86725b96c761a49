--TEST--
If the seats of both watchers vanish while the lock is held, sleepers take them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another client');
$sender = new SignalSender();
$waiters = queued_waiters($redis, 5);
$watchers = $redis->seats();
array_map(fn(int $n) => $sender->send('STOP', $waiters[$n]), [0, 1]);
clear_queue($redis);
await('other watchers', fn() => count($redis->seats()) === 2 && array_intersect($redis->seats(), $watchers) === []);
array_map(fn(int $n) => $sender->send('CONT', $waiters[$n]), [0, 1]);
$redis->ask('DEL', 'k');
say('all', owners_of($waiters));
?>
--EXPECT--
all: [0,1,2,3,4]
