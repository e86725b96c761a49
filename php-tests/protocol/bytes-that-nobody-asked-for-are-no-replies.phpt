--TEST--
Bytes that come behind a reply, unasked, are never taken for the reply to the next command
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'taken', 'somebody');
$taken = new RedisLock('taken', server: $proxy->address);

$proxy->on('EXISTS', 'say', ":1\r\n:0\r\n");
say('locked', $taken->isLocked());
say('locked', $taken->isLocked());

$proxy->on('EXISTS', 'say', ":1\r\n+OK\r\n");
say('locked', $taken->isLocked());
say('acquired', $taken->tryAcquire());
say('held', $taken->isHeld());

// The same, when they come a moment later.
$proxy->on('EXISTS', 'say', ":1\r\n+O")->on('EXISTS', 'say', "K\r\n:1\r\n");
say('locked', $taken->isLocked());
usleep(2_000);
say('acquired', $taken->tryAcquire());
say('key', $redis->ask('GET', 'taken'));
?>
--EXPECT--
locked: true
locked: true
locked: true
acquired: false
held: false
locked: true
acquired: false
key: "somebody"
