--TEST--
A lock is constructed exactly once: neither without its constructor nor twice
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$class = new ReflectionClass('RedisLock');
echo thrown(fn() => $class->newInstanceWithoutConstructor()), "\n";

$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
echo thrown(fn() => $lock->__construct('other', server: $redis->address)), "\n";
echo thrown(fn() => $class->getConstructor()->invoke($lock, 'other', server: $redis->address)), "\n";
echo strtok(thrown(fn() => $lock->__construct('')), ':'), "\n";
say('still the first', [$lock->getKey(), $lock->isOwned()]);

say('by reflection', $class->newInstance('by reflection', server: $redis->address)->tryAcquire());
say('by reflection, with names', $class->newInstanceArgs(['key' => 'with names', 'server' => $redis->address])->tryAcquire());
say('released both', $redis->ask('KEYS', '*') === ['k']);
?>
--EXPECT--
ReflectionException: Class RedisLock is an internal class marked as final that cannot be instantiated without invoking its constructor
Error: A RedisLock cannot be constructed twice
Error: A RedisLock cannot be constructed twice
ValueError
still the first: ["k",true]
by reflection: true
by reflection, with names: true
released both: true
