--TEST--
If a server does not reply for longer than the lease, the lock is held to the end of the lease and lost then
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
foreach ([false, true] as $renewed) {
    $ttl = time_for(0.7);
    $lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true);
    $start = now();
    $lock->acquire();
    $renewed && await_renewals(2);
    $redis->suspend();
    pause(0.01);
    $remaining = $lock->getRemaining();
    $lasted = seconds_until_lost($lock);
    // The reply to a pending renewal may have arrived just after the call.
    say('not before, not after', [$lasted > $remaining - 0.05, $lasted < $remaining + time_for(0.3)]);
    await('the loss to be counted', fn() => RedisLock::stats()['lost'] === 1 + (int) $renewed);
    $redis->resume();
    say('released', $lock->release());
    pause($ttl);
    say('held again', $lock->isHeld());
    say('key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
not before, not after: [true,true]
released: false
held again: false
key: 0
not before, not after: [true,true]
released: false
held again: false
key: 0
