--TEST--
A server that closes before or in the middle of every reply causes an error, not an endless loop; later the next call works
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['close', 'half', 'refuse'] as $fault) {
    $proxy->always('*', $fault);
    $proxy->seen();
    echo "$fault:\n";
    every_failure($proxy->address);
    // Each command is sent at most twice, and twice again when the objects are destroyed.
    // Before some of them the server is asked for its commands.
    say('commands sent', count(array_diff($proxy->seenNames(), ['COMMAND'])) <= 40);
    $proxy->reset();
    $lock = new RedisLock('k', server: $proxy->address);
    say('once it behaves', [$lock->acquire(), $lock->release(), $redis->ask('DBSIZE')]);
}
?>
--EXPECT--
close:
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
commands sent: true
once it behaves: [true,true,0]
half:
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
commands sent: true
once it behaves: [true,true,0]
refuse:
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
commands sent: true
once it behaves: [true,true,0]
