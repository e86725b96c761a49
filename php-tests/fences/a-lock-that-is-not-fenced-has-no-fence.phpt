--TEST--
A lock that is not fenced has no fence and leaves no counter on the server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
say('held', $lock->isHeld());
say('fence', $lock->getFence());
say('keys', $redis->ask('KEYS', '*'));
$lock->release();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
held: true
fence: null
keys: ["k"]
keys left: 0
