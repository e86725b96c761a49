--TEST--
Every acquisition starts the counter's expiry anew
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, fenced: true);
$lock->acquire();
$lock->release();
$redis->ask('EXPIRE', '{k}:redislock:fence', '100');
$lock->acquire();
say('expires in days', $redis->ask('PTTL', '{k}:redislock:fence') > 86_400_000);
?>
--EXPECT--
expires in days: true
