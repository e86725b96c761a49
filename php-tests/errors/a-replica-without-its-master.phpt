--TEST--
A replica that serves no stale data is reported with Redis's own message, at once or after the wait
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$replica = RedisServer::start(['replica-serve-stale-data' => 'no']);
$replica->ask('REPLICAOF', '127.0.0.1', '1');
every_failure($replica->address, 0.2);
$replica->ask('REPLICAOF', 'NO', 'ONE');
say('once it is promoted', (new RedisLock('k', server: $replica->address))->acquire());
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../redis.sock: MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. (this may be over soon: try again)
once it is promoted: true
