--TEST--
After forceRelease() nothing is renewed, the lock counts as released and not as lost, and abortOnLoss throws nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$aborted = 0;
for ($round = 0; $round < (is_slow() ? 10 : 60); $round++) {
    try {
        $lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
        $lock->acquire();
        await_renewals();
        $lock->forceRelease();
        pause(0.005);
    } catch (RedisLockLostException) {
        $aborted++;
    }
}
say('aborted', $aborted);
say('lost', RedisLock::stats()['lost']);
$monitor = Monitor::of($redis);
$short = new RedisLock('k', ttl: time_for(0.6), server: $redis->address, autoRenew: true);
$short->acquire();
await_renewals();
say('deleted', $short->forceRelease());
say('held', $short->isHeld());
$monitor->seen('/./');
pause(time_for(0.4));
say('renewals', count($monitor->seen('/"k"/')));
?>
--EXPECT--
aborted: 0
lost: 0
deleted: true
held: false
renewals: 0
