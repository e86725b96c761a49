--TEST--
While a slot moves, its lock stays the holder's in every step, also renewed and with a waiter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
$kind = $cluster->kind();
$lock = new RedisLock('k', ttl: 6.0, autoRenew: true, abortOnLoss: true, server: $cluster->server());
$fenced = new RedisLock('{k}fenced', ttl: 6.0, autoRenew: true, fenced: true, server: $cluster->server());
say('acquired', [$lock->acquire(), $fenced->acquire()]);
$waiters = [waiting($cluster->server(), 'k'), waiting($cluster->server(), 'k'), waiting($cluster->server(), 'k', ['fenced' => true])];
start_waiters($kind, 'k', ...$waiters);
$renewals = function () use ($lock) {
    $before = RedisLock::stats()['renewed'];
    await('renewals', fn() => RedisLock::stats()['renewed'] >= $before + 4);
    return $lock->isHeld();
};
$from = $cluster->nodeOf('k');
[$to] = array_values(array_filter($cluster->masters(), fn(Node $node) => $node !== $from));
foreach ($cluster->migratingSlot('k', $to) as $state) {
    say($state, [
        'renewed' => $renewals(),
        'owned' => [$lock->isOwned(), $fenced->isOwned()],
        'locked' => (new RedisLock('k', server: $cluster->server()))->isLocked(),
        'taken by another' => (new RedisLock('k', server: $cluster->server()))->tryAcquire(),
        'refreshed' => $lock->refresh(),
        'waiters that spoke' => count(array_filter($waiters, fn(PhpChild $waiter) => $waiter->hasSpoken())),
    ]);
    if ($state === 'moved') {
        // Commands that only the one of two keys could be found for are refused until the slot is there.
        $new = new RedisLock('{k}new', server: $cluster->server());
        say('a new lock meanwhile', [$new->acquire(), $new->isOwned(), $new->release()]);
    }
}
$cluster->awaitHealthy();
await_waiters($kind, 'k', 3);
say('key', $to->ask('GET', 'k') === $lock->getToken());
say('released', [$lock->release(), $fenced->release()]);
say('waiters', take_turns(...$waiters));
say('keys', [$kind->keyHolds('k'), $kind->keyHolds('{k}fenced'), $kind->keyHolds('{k}new')]);
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: [true,true]
migrating: {"renewed":true,"owned":[true,true],"locked":true,"taken by another":false,"refreshed":true,"waiters that spoke":0}
moved: {"renewed":true,"owned":[true,true],"locked":true,"taken by another":false,"refreshed":true,"waiters that spoke":0}
a new lock meanwhile: [true,true,true]
done: {"renewed":true,"owned":[true,true],"locked":true,"taken by another":false,"refreshed":true,"waiters that spoke":0}
key: true
released: [true,true]
waiters: ["true, released: true","true, released: true","true, released: true"]
keys: [null,null,null]
lost: 0
