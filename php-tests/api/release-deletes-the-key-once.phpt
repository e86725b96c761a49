--TEST--
release() deletes the key and returns true once; it returns false after that, or if the lock was never acquired
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

say('never acquired', $lock->release());
say('lost before any acquisition', RedisLock::stats()['lost']);
$lock->acquire();
say('released', $lock->release());
say('key', $redis->ask('EXISTS', 'k'));
say('held', $lock->isHeld());
say('remaining', $lock->getRemaining());
$redis->ask('SET', 'k', 'the next one');
say('again', $lock->release());
say('key of the next one', $redis->ask('GET', 'k'));
say('counted', RedisLock::stats()['released']);
?>
--EXPECT--
never acquired: false
lost before any acquisition: 0
released: true
key: 0
held: false
remaining: 0.0
again: false
key of the next one: "the next one"
counted: 1
