--TEST--
After SENTINEL FAILOVER the holder keeps its lock, a waiter gets it in turn, and an idle client is not affected
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$kind = $sentinels->kind();
$idle = waiting($sentinels->server(), 'idle');
$idle->tell('wait');
take_turns($idle);
$lock = new RedisLock('k', ttl: 60.0, autoRenew: true, abortOnLoss: true, server: $sentinels->server());
say('acquired', $lock->acquire());
$waiters = [waiting($sentinels->server(), 'k'), waiting($sentinels->server(), 'k'), waiting($sentinels->server(), 'k')];
start_waiters($kind, 'k', ...$waiters);
$old = $sentinels->awaitMaster();
await_copies($sentinels->at($old), 'k', 2);
$sentinels->sentinels[0]->ask('SENTINEL', 'FAILOVER', Sentinels::MASTER);
$new = $sentinels->awaitMaster(otherThan: $old);
// Until the sentinels have reconfigured the old one, which takes them some ten seconds, it goes on for connected clients
// to it. So a lease must be longer than that.
$sentinels->awaitReplicas(2);
$kind->ask('k', 'PEXPIRE', 'k', 50_000);
await('a renewal at the new master', fn() => $kind->left('k') > 50_000);
say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
say('key at the new master', $sentinels->at($new)->ask('GET', 'k') === $lock->getToken());
$idle->tell('wait');
say('idle', take_turns($idle));
await_waiters($kind, 'k', 3);
say('released', $lock->release());
say('waiters', take_turns(...$waiters));
say('key', $kind->keyHolds('k'));
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
held, owned: [true,true]
key at the new master: true
idle: ["true, released: true"]
released: true
waiters: ["true, released: true","true, released: true","true, released: true"]
key: null
lost: 0
