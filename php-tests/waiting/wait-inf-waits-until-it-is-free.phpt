--TEST--
A wait of INF lasts until the lock is free
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client', 'PX', '700');
$lock = new RedisLock('k', wait: INF, server: $redis->address);
say('acquired', $lock->acquire());
$other = new RedisLock('k2', wait: 1e300, server: $redis->address);
$redis->ask('SET', 'k2', 'another-client', 'PX', '300');
say('acquired', $other->acquire());
?>
--EXPECT--
acquired: true
acquired: true
