--TEST--
If no server listens on the Unix socket, every method reports it, and works when the server is available
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
$redis->stop();
every_failure($redis->address);
echo failure(fn() => $lock->release()), "\n";
$redis->restart();
say('once it is back', [$lock->acquire(), $lock->isOwned(), $lock->release()]);
say('errors', RedisLock::stats()['errors'] >= 9);
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)
once it is back: [true,true,true]
errors: true
