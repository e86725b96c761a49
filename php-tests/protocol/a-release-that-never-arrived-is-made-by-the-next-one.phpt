--TEST--
A release that does not reach the server throws, and the next release() releases
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 60.0, server: $proxy->address);
$lock->acquire();
$proxy->always('*', 'refuse');
echo strtok(thrown(fn() => $lock->release()), ':'), "\n";
say('held', $lock->isHeld());
say('key', $redis->ask('EXISTS', 'k'));
$proxy->reset();
say('released', $lock->release());
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
RedisLockConnectionException
held: false
key: 1
released: true
key: 0
