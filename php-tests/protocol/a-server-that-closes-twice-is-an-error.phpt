--TEST--
If the replies to SET and to its repetition are both lost, the call throws, and the next command deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 600.0, server: $proxy->address);
$proxy->on('SET', 'close')->on('EVAL', 'close');
echo thrown(fn() => $lock->acquire()), "\n";
say('held', $lock->isHeld());
say('key', $redis->ask('EXISTS', 'k'));
say('locked at the next contact', $lock->isLocked());
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECTF--
RedisLockConnectionException: Cannot acquire lock "k" on unix://%s/proxy-%s: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
held: false
key: 1
locked at the next contact: false
key: 0
