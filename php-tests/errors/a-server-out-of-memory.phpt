--TEST--
A server out of memory is reported with Redis's own message, and a held lock can still be released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$held = new RedisLock('held', ttl: 600.0, server: $redis->address);
$held->acquire();
$redis->ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
$redis->ask('CONFIG', 'SET', 'maxmemory', '1');
$lock = new RedisLock('k', server: $redis->address);
echo failure(fn() => $lock->acquire()), "\n";
echo failure(fn() => $lock->synchronized(fn() => print "ran\n")), "\n";
say('refreshed', thrown(fn() => $held->refresh()));
say('owned', thrown(fn() => $held->isOwned()));
say('locked', thrown(fn() => $held->isLocked()));
say('released', thrown(fn() => $held->release()));
say('key', $redis->ask('EXISTS', 'held'));
$redis->ask('CONFIG', 'SET', 'maxmemory', '0');
say('once there is memory', $lock->acquire());
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: OOM command not allowed when used memory > 'maxmemory'. (the server's maxmemory is reached: raise it, or give locks a server of their own)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: OOM command not allowed when used memory > 'maxmemory'. (the server's maxmemory is reached: raise it, or give locks a server of their own)
refreshed: "nothing thrown, returned true"
owned: "nothing thrown, returned true"
locked: "nothing thrown, returned true"
released: "nothing thrown, returned true"
key: 0
once there is memory: true
