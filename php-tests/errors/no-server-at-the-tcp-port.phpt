--TEST--
If no server listens on the TCP port, every method reports it, and works when the server is available
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(tcp: true);
$lock = new RedisLock('k', server: $redis->tcpAddress('', '/5'));
$lock->acquire();
$redis->stop();
every_failure($redis->tcpAddress('', '/5'));
echo failure(fn() => $lock->release()), "\n";
$redis->restart();
say('once it is back', [$lock->acquire(), $lock->isOwned(), $lock->release()]);
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
release => RedisLockConnectionException: Cannot release lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
isOwned => RedisLockConnectionException: Cannot check lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
isLocked => RedisLockConnectionException: Cannot check lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
RedisLockConnectionException: Cannot release lock "k" on redis://127.0.0.1:<port>/5: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
once it is back: [true,true,true]
