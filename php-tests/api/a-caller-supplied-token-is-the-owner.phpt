--TEST--
With the option token the lock is acquired with it; a client with the token is the same owner, and a client without it is not
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, token: 'owner');
say('before the first acquisition', [$lock->getToken(), $lock->isHeld(), $lock->isOwned(), $lock->refresh(), $lock->release()]);
say('acquired', $lock->tryAcquire());
say('stored', [$redis->ask('GET', 'k'), $lock->getToken(), $redis->ask('PTTL', 'k') > 20_000]);

$same = new RedisLock('k', ttl: 100.0, server: $redis->address, token: 'owner');
say('the same owner, elsewhere: owned, acquired', [$same->isOwned(), $same->tryAcquire(), $redis->ask('PTTL', 'k') > 60_000]);
$other = new RedisLock('k', server: $redis->address, token: 'other');
say('another one', [$other->isOwned(), $other->tryAcquire(), $other->acquire(0.01)]);
$generated = new RedisLock('k', server: $redis->address);
say('a generated token', $generated->tryAcquire());

say('released', $same->release());
say('gone for all of them', [$redis->ask('EXISTS', 'k'), $lock->isOwned(), $lock->isHeld()]);
say('another one', [$other->tryAcquire(), $redis->ask('GET', 'k'), $other->release()]);
say('again with the same token', [$lock->acquire(), $redis->ask('GET', 'k'), $lock->release()]);

$fenced = new RedisLock('f', server: $redis->address, fenced: true, token: 'owner');
$again = new RedisLock('f', server: $redis->address, fenced: true, token: 'owner');
say('fences grow', $fenced->acquire() && $again->acquire() && $again->getFence() > $fenced->getFence());
unset($again);
say('released with its object', $redis->ask('EXISTS', 'f'));

$bytes = random_bytes(65_536);
$long = new RedisLock('long', server: $redis->address, token: $bytes);
say('any bytes', [$long->acquire(), $redis->ask('GET', 'long') === $bytes, $long->release()]);
?>
--EXPECT--
before the first acquisition: ["owner",false,false,false,false]
acquired: true
stored: ["owner","owner",true]
the same owner, elsewhere: owned, acquired: [true,true,true]
another one: [false,false,false]
a generated token: false
released: true
gone for all of them: [0,false,false]
another one: [true,"other",true]
again with the same token: [true,"owner",true]
fences grow: true
released with its object: 0
any bytes: [true,true,true]
