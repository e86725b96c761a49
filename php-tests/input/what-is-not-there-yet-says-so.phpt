--TEST--
Parameters and addresses that this version does not support throw, none is ignored
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

refusals([
    'replicas' => fn() => new RedisLock('k', replicas: 1),
    'Sentinel' => fn() => new RedisLock('k', server: 'redis-sentinel://a,b:26380/main'),
    'Sentinel with TLS' => fn() => new RedisLock('k', server: 'rediss-sentinel://a/main'),
    'Sentinel with user and options' => fn() => new RedisLock('k', server: 'redis-sentinel://u:p@a:26379,b:26380/main/3?sentinel_user=s&sentinel_pass=t'),
    'cluster' => fn() => new RedisLock('k', server: 'redis-cluster://a,b'),
    'cluster with ports' => fn() => new RedisLock('k', server: 'redis-cluster://a:7000,b:7001'),
    'cluster with TLS' => fn() => new RedisLock('k', server: 'rediss-cluster://a:7000,b:7001'),
]);
?>
--EXPECT--
replicas => RedisLockException: $replicas is not supported yet by this version of redislock
Sentinel => RedisLockException: Sentinel (redis-sentinel://) addresses are not supported yet by this version of redislock
Sentinel with TLS => RedisLockException: Sentinel (redis-sentinel://) addresses are not supported yet by this version of redislock
Sentinel with user and options => RedisLockException: Sentinel (redis-sentinel://) addresses are not supported yet by this version of redislock
cluster => RedisLockException: cluster (redis-cluster://) addresses are not supported yet by this version of redislock
cluster with ports => RedisLockException: cluster (redis-cluster://) addresses are not supported yet by this version of redislock
cluster with TLS => RedisLockException: cluster (redis-cluster://) addresses are not supported yet by this version of redislock
