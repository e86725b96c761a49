--TEST--
If the server goes away after a waiter's first reply, before the waiter is queued, the wait continues
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$waiter = waiter($redis, address: $proxy->address);
// A client that has just waited is queued before its first attempt.
$redis->ask('SET', 'k', 'another-client');
$waiter->tell('wait');
await_queue($redis, 1);
$redis->ask('DEL', 'k');
say('after a wait', $waiter->hear());
$waiter->tell('release');
await('its release', fn() => $redis->ask('EXISTS', 'k') === 0);

$redis->ask('SET', 'k', 'another-client');
$watchers = queued_waiters($redis, 2);
$proxy->on('EVALSHA', 'last')->on('EVALSHA', 'refuse')->on('EVALSHA', 'refuse')->seen();
$waiter->tell('wait');
await_queue($redis, 3);
say('came again', array_slice(array_values(array_intersect($proxy->seenNames(), ['EVALSHA', 'BLPOP'])), 0, 5));
$redis->ask('DEL', 'k');
say('all', owners_of([...$watchers, $waiter]));
?>
--EXPECT--
after a wait: "[true,null]"
came again: ["EVALSHA","EVALSHA","EVALSHA","EVALSHA","EVALSHA"]
all: [0,1,2]
