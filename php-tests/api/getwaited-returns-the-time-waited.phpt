--TEST--
getWaited() returns the duration of the last attempt, whether or not it acquired the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$redis->ask('SET', 'k', 'another-client');

$before = now();
$lock->acquire(0.12);
$after = now();
say('without success', $lock->getWaited() >= 0.12 && $lock->getWaited() <= $after - $before);

$redis->ask('PEXPIRE', 'k', '800');
$before = now();
say('acquired', $lock->acquire(30.0));
$after = now();
say('with success', $lock->getWaited() > 0.12 && $lock->getWaited() <= $after - $before);
$lock->release();

$redis->ask('SET', 'k', 'another-client');
$lock->tryAcquire();
say('without waiting it is less', $lock->getWaited() > 0.0 && $lock->getWaited() < 0.12);
say('summed up', RedisLock::stats()['wait_seconds'] > 0.24);
?>
--EXPECT--
without success: true
acquired: true
with success: true
without waiting it is less: true
summed up: true
