--TEST--
Two objects of a key exclude each other, those of two keys do not
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$one = new RedisLock($key, server: $kind->server);
$two = new RedisLock($key, server: $kind->server);
$other = new RedisLock(Kind::newKey(), server: $kind->server);

say('one', $one->tryAcquire());
say('two', $two->tryAcquire());
say('two waits for a moment', $two->acquire(0.05));
say('two releases', $two->release());
say('another key', $other->tryAcquire());
say('one is held', [$one->isHeld(), $one->isOwned(), $two->isHeld(), $two->isOwned(), $two->isLocked()]);
say('one releases', $one->release());
say('two', $two->tryAcquire());
say('one', $one->tryAcquire());
?>
--EXPECT--
one: true
two: false
two waits for a moment: false
two releases: false
another key: true
one is held: [true,true,false,false,true]
one releases: true
two: true
one: false
