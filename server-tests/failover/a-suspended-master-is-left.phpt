--TEST--
If the master is suspended, a wait continues at its successor, and the resumed master decides nothing more
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$cluster = new Cluster('redis-server');
foreach (['Sentinel' => $sentinels, 'cluster' => $cluster] as $name => $deployment) {
    echo "$name\n";
    $kind = $deployment->kind();
    $server = $deployment->server() . '?read_timeout=0.5';
    $idle = new RedisLock('{k}idle', wait: 120.0, fenced: true, server: $server);
    say('before', [$idle->acquire(), $before = $idle->getFence(), $idle->release()][0]);
    $lock = new RedisLock('{k}', ttl: 60.0, autoRenew: true, server: $server);
    say('acquired', $lock->acquire());
    $waiter = waiting($server, '{k}');
    $waiter->tell('wait');
    await_waiters($kind, '{k}', 1);
    $old = $deployment instanceof Cluster ? $cluster->nodeOf('{k}') : $sentinels->at($sentinels->awaitMaster());
    await_copies($old, '{k}');
    $old->suspend();
    $renewed = RedisLock::stats()['renewed'];
    say('acquired at another', [$idle->acquire(), $idle->getFence() > $before]);
    await('a renewal at another', fn() => $lock->isHeld() && RedisLock::stats()['renewed'] > $renewed);
    $old->resume();
    await('its demotion', fn() => $old->info('role') === 'slave');
    $deployment instanceof Cluster ? $cluster->awaitHealthy() : $sentinels->awaitMaster(otherThan: $old->port);
    say('held, owned', [$lock->isHeld(), $lock->isOwned(), $idle->isOwned()]);
    say('at another', $kind->keyHolds('{k}idle') === $idle->getToken());
    say('released', [$lock->release(), $idle->release()]);
    say('waiter', take_turns($waiter));
}
?>
--EXPECT--
Sentinel
before: true
acquired: true
acquired at another: [true,true]
held, owned: [true,true,true]
at another: true
released: [true,true]
waiter: ["true, released: true"]
cluster
before: true
acquired: true
acquired at another: [true,true]
held, owned: [true,true,true]
at another: true
released: [true,true]
waiter: ["true, released: true"]
