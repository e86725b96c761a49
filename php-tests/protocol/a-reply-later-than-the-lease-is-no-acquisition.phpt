--TEST--
If the reply to SET arrives after the end of the lease, nothing is acquired, and no key remains
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 0.3, server: $proxy->address);
$proxy->on('SET', 'delay', 0.6);
say('acquired', $lock->tryAcquire());
say('held', $lock->isHeld());
say('released', $lock->release());
say('key', $redis->ask('EXISTS', 'k'));

$proxy->on('SET', 'delay', 0.6);
say('acquired with patience', $lock->acquire(30.0));
?>
--EXPECT--
acquired: false
held: false
released: false
key: 0
acquired with patience: true
