--TEST--
If a server is suspended before it reads SET and resumed later, the call throws, and the next command deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=1");
$lock->isLocked();
$redis->suspend();
echo strtok(thrown(fn() => $lock->acquire()), ':'), "\n";
$redis->resume();
say('locked', $lock->isLocked());
say('key', $redis->ask('EXISTS', 'k'));
say('acquired', $lock->tryAcquire());

// The same with a new connection: the kernel accepts it, and no process reads it.
$redis->suspend();
$other = new RedisLock('other', ttl: 600.0, server: "$redis->address?read_timeout=1&db=1");
echo strtok(thrown(fn() => $other->acquire()), ':'), "\n";
$redis->resume();
say('acquired', $other->acquire());
say('owned', [$lock->isOwned(), $other->isOwned()]);
?>
--EXPECT--
RedisLockConnectionException
locked: false
key: 0
acquired: true
RedisLockConnectionException
acquired: true
owned: [true,true]
