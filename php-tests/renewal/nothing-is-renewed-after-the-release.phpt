--TEST--
After release() at any moment between two renewals, no renewal is sent
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$monitor = Monitor::of($redis);
$lock = new RedisLock('k', ttl: time_for(0.3), server: $redis->address, autoRenew: true);
$renewals = 0;
$late = 0;
for ($round = 0; $round < (is_slow() ? 8 : 20); $round++) {
    $lock->acquire();
    pause(time_for(0.04 + $round * 0.006));
    $lock->release();
    $renewals += count($monitor->seen('/"PEXPIRE" "k"/'));
    pause(0.01);
    $late += count($monitor->seen('/"k"/'));
}
pause(time_for(0.4));
$late += count($monitor->seen('/"k"/'));
say('there were renewals', $renewals >= $round / 2);
say('commands after a release', $late);
?>
--EXPECT--
there were renewals: true
commands after a release: 0
