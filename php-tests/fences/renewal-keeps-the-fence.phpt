--TEST--
Renewal in the background keeps the fence and its counter as they are
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 6.0, server: $redis->address, autoRenew: true, fenced: true);
$lock->acquire();
$fence = $lock->getFence();
await('three renewals', fn() => RedisLock::stats()['renewed'] >= 3);
say('the same', is_int($fence) && $lock->getFence() === $fence);
say('counter', $redis->ask('GET', '{k}:redislock:fence') === (string) $fence);
say('released', $lock->release());
say('after', $lock->getFence());
?>
--EXPECT--
the same: true
counter: true
released: true
after: null
