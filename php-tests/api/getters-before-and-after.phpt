--TEST--
The getters return their values before, during and after an acquisition
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 12.3456, server: $redis->address);
$report = fn() => say('getters', [$lock->getKey(), $lock->getTtl(), $lock->getFence(), $lock->getToken() === null]);

$report();
say('remaining', $lock->getRemaining());
say('waited', $lock->getWaited());
$lock->acquire();
$report();
say('remaining', $lock->getRemaining() > 0.0 && $lock->getRemaining() < 12.346);
say('waited', is_float($lock->getWaited()) && $lock->getWaited() > 0.0);
$lock->release();
$report();
say('remaining', $lock->getRemaining());
say('default ttl', (new RedisLock('k'))->getTtl());
?>
--EXPECT--
getters: ["k",12.346,null,true]
remaining: 0.0
waited: 0.0
getters: ["k",12.346,null,false]
remaining: true
waited: true
getters: ["k",12.346,null,false]
remaining: 0.0
default ttl: 30.0
