--TEST--
If the connection closes before the server has read SET, the same call sends it again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', server: $proxy->address);
$proxy->on('SET', 'refuse');
say('acquired', $lock->acquire());
say('owned', $redis->ask('GET', 'k') === $lock->getToken());
?>
--EXPECT--
acquired: true
owned: true
