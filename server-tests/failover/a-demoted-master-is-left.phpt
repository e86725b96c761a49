--TEST--
If a master becomes a replica and closes no connection, commands, renewals and waiters go to the new master
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$one = Node::start('redis-server');
$other = Node::start('redis-server', ['replicaof' => ['127.0.0.1', $one->port]]);
await('the replica', fn() => $other->info('master_link_status') === 'up');
$sentinel = new MockSentinel($one);
$server = "redis-sentinel://127.0.0.1:$sentinel->port/mymaster";
$lock = new RedisLock('k', ttl: 6.0, autoRenew: true, server: $server);
$idle = new RedisLock('idle', server: $server);
say('acquired', [$lock->acquire(), $idle->acquire(), $idle->release()]);
$waiter = waiting($server, 'k');
$waiter->tell('wait');
await('the waiter', fn() => $one->ask('EXISTS', '{k}:redislock:seat1') === 1);
await_renewals_of($lock);
await_copies($one, 'k');

$other->ask('REPLICAOF', 'NO', 'ONE');
$one->ask('REPLICAOF', '127.0.0.1', $other->port);
await('the other direction', fn() => $one->info('master_link_status') === 'up');
// The Sentinel does not know yet: nothing helps but to try again.
echo 'meanwhile: ', error_of(fn() => $idle->tryAcquire()), "\n";
$sentinel->tell($other);
say('idle', [$idle->acquire(), $idle->isOwned(), $other->ask('GET', 'idle') === $idle->getToken(), $idle->release()]);
await_renewals_of($lock);
say('renewed there', [$lock->isHeld(), $lock->isOwned(), $lock->getToken() === $other->ask('GET', 'k')]);
await('the waiter at the new master', fn() => $other->ask('EXISTS', '{k}:redislock:seat1') === 1);
say('released', $lock->release());
say('waiter', take_turns($waiter));

function await_renewals_of(RedisLock $lock): void
{
    $before = RedisLock::stats()['renewed'];
    await('renewals', fn() => RedisLock::stats()['renewed'] >= $before + 2);
}
?>
--EXPECTF--
acquired: [true,true,true]
meanwhile: RedisLockConnectionException: %s is a replica (%s
idle: [true,true,true,true]
renewed there: [true,true,true]
released: true
waiter: ["true, released: true"]
