--TEST--
An orphaned key that another client has taken meanwhile is not deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 600.0, server: "$proxy->address?read_timeout=1");
$proxy->on('SET', 'hang');
echo strtok(thrown(fn() => $lock->acquire()), ':'), "\n";
$redis->ask('SET', 'k', 'another-client');
say('acquired', $lock->tryAcquire());
say('key', $redis->ask('GET', 'k'));
say('expiry', $redis->ask('PTTL', 'k'));
?>
--EXPECT--
RedisLockConnectionException
acquired: false
key: "another-client"
expiry: -1
