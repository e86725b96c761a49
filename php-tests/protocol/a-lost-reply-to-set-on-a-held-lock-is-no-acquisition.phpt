--TEST--
If the reply to SET is lost while another client holds the lock, nothing is acquired or changed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'k', 'another-client', 'PX', '60000');
$lock = new RedisLock('k', ttl: 600.0, server: $proxy->address);
$proxy->on('SET', 'close');
say('acquired', $lock->tryAcquire());
say('key', $redis->ask('GET', 'k'));
say('expiry', $redis->ask('PTTL', 'k') <= 60_000);
$proxy->on('SET', 'close');
$redis->ask('PEXPIRE', 'k', '200');
say('acquired after its expiry', $lock->acquire(30.0));
say('owned', $redis->ask('GET', 'k') === $lock->getToken());
?>
--EXPECT--
acquired: false
key: "another-client"
expiry: true
acquired after its expiry: true
owned: true
