--TEST--
Two objects of the same key in one process exclude each other
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$one = new RedisLock('k', server: $redis->address);
$two = new RedisLock('k', server: $redis->address);

say('one', $one->tryAcquire());
say('two', $two->tryAcquire());
say('two waits for a moment', $two->acquire(0.02));
say('two releases', $two->release());
say('one is held', $one->isHeld() && $one->isOwned());
say('one releases', $one->release());
say('two', $two->tryAcquire());
say('one', $one->tryAcquire());
?>
--EXPECT--
one: true
two: false
two waits for a moment: false
two releases: false
one is held: true
one releases: true
two: true
one: false
