--TEST--
If the reply to a release is lost and another client acquires, release() returns true, and the next holder's key stays
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
(new RedisLock('warm up', server: $proxy->address))->synchronized(fn() => 1);
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?read_timeout=1");
$lock->acquire();
$proxy->on('EVALSHA', 'hang');
echo strtok(thrown(fn() => $lock->release()), ':'), "\n";
say('held', $lock->isHeld());
say('key', $redis->ask('EXISTS', 'k'));
$redis->ask('SET', 'k', 'the next holder');
say('released again', $lock->release());
say('and again', $lock->release());
say('key', $redis->ask('GET', 'k'));
say('counted', array_intersect_key(RedisLock::stats(), ['lost' => 0, 'errors' => 0]));
?>
--EXPECT--
RedisLockConnectionException
held: false
key: 0
released again: true
and again: false
key: "the next holder"
counted: {"lost":0,"errors":1}
