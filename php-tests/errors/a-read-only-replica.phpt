--TEST--
A read-only replica is reported with Redis's own message and a hint, at once or after the wait; if it is promoted meanwhile, it grants the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$master = RedisServer::start(tcp: true);
$replica = RedisServer::start(['replicaof' => ['127.0.0.1', (string) $master->port]]);
await('the replica', fn() => str_contains($replica->ask('INFO', 'replication'), 'master_link_status:up'));
every_failure($replica->address, 0.2);

// A lock that was replicated from the master, whose address is the replica's now.
$master->ask('SET', 'k', 'a token', 'PX', '600000');
await('the key on the replica', fn() => $replica->ask('EXISTS', 'k') === 1);
$lock = RedisLock::restore('k', 'a token', server: $replica->address);
say('owned', $lock->isOwned());
foreach (['refresh', 'release', 'forceRelease'] as $method) {
    echo "$method => ", failure(fn() => $lock->$method()), "\n";
}
say('held', $lock->isHeld());
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('another', wait: 600.0, server: $argv[1]);
    say('promoted meanwhile', $lock->acquire());
    say('errors', RedisLock::stats()['errors']);
    PHP, [$replica->address]);
$replica->ask('CONFIG', 'RESETSTAT');
await('an attempt', fn() => isset($replica->commands()['set']));
$replica->ask('REPLICAOF', 'NO', 'ONE');
echo $waiter->finish();
say('released once it is promoted', $lock->release());
say('acquired', $lock->acquire());
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
release => nothing thrown, returned false
refresh => nothing thrown, returned false
isOwned => nothing thrown, returned false
isLocked => nothing thrown, returned false
forceRelease => nothing thrown, returned false
owned: true
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../redis.sock: READONLY You can't write against a read only replica. (this server is a replica; name the master)
held: true
promoted meanwhile: true
errors: 0
released once it is promoted: true
acquired: true
