--TEST--
A counter key of another type is an error, and the lock stays free; a counter without a number is set from the clock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('RPUSH', '{k}:redislock:fence', 'an element');
$lock = new RedisLock('k', server: $redis->address, fenced: true);
$said = failure($lock->acquire(...));
say('refused', str_starts_with($said, 'RedisLockConnectionException: Cannot acquire lock "k"') && str_contains($said, 'WRONGTYPE') ?: $said);
say('held', $lock->isHeld());
say('fence', $lock->getFence());
say('keys', $redis->ask('KEYS', '*'));
$redis->ask('SET', '{k}:redislock:fence', 'no number');
say('acquired', $lock->acquire());
say('a number', $lock->getFence() > 1_000_000_000_000_000);
?>
--EXPECT--
refused: true
held: false
fence: null
keys: ["{k}:redislock:fence"]
acquired: true
a number: true
