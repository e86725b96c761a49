--TEST--
forceRelease() deletes the key of any holder, and returns whether the key existed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

say('nothing there', $lock->forceRelease());
$redis->ask('SET', 'k', 'another-client');
say("another client's", $lock->forceRelease());
say('key', $redis->ask('EXISTS', 'k'));
$redis->ask('RPUSH', 'k', 'a', 'b');
say('a list', $lock->forceRelease());
say('key', $redis->ask('EXISTS', 'k'));

$lock->acquire();
say('our own', $lock->forceRelease());
say('key', $redis->ask('EXISTS', 'k'));
say('held', $lock->isHeld());
say('released', $lock->release());
say('acquired again', $lock->tryAcquire());

$operator = new RedisLock('k', server: $redis->address);
say('by another object', $operator->forceRelease());
say('the holder notices', $lock->isOwned());
say('held', $lock->isHeld());
?>
--EXPECT--
nothing there: false
another client's: true
key: 0
a list: true
key: 0
our own: true
key: 0
held: false
released: false
acquired again: true
by another object: true
the holder notices: false
held: false
