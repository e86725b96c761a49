--TEST--
With abortOnLoss, a lock whose renewals get no reply is lost at the end of its lease, within 50 ms and not before
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$late = [];
for ($round = 0; $round < 4; $round++) {
    $lock = new RedisLock('k', ttl: time_for(0.6), server: $redis->address, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    await_renewals();
    $redis->suspend();
    // A renewal may just have had its reply, so the end of the lease that was seen last counts.
    $end = 0.0;
    try {
        while (true) {
            $end = max($end, now() + $lock->getRemaining());
        }
    } catch (RedisLockLostException) {
        $late[] = now() - $end;
    }
    $redis->resume();
    say('released', $lock->release());
}
say('not before', min($late) > -0.005 ?: $late);
// The quickest, because the machine may be busy with something else.
say('not after', min($late) < time_for(0.05) ?: $late);
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
released: false
released: false
released: false
released: false
not before: true
not after: true
lost: 4
