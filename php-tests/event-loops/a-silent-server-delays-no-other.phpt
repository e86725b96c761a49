--TEST--
Many fibers at a silent server delay none at another server, and each of them waits for one time-out only, also beside fibers that compute
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

const READ_TIMEOUT = 6.0; // 300 fibers begin within that, on a busy machine, too

$silent = RedisServer::start();
$healthy = RedisServer::start();
RedisLock::setPoll(Loop::poll(...));
$silent->suspend();
$failed = $failedBefore = 0;
$acquired = false;
$lateness = lateness();
$start = now();
foreach (range(1, 300) as $number) {
    Loop::start(function () use ($silent, $number, &$failed) {
        try {
            (new RedisLock("k$number", server: $silent->address . '?read_timeout=' . READ_TIMEOUT))->tryAcquire();
        } catch (RedisLockConnectionException) {
            $failed++;
        }
    });
}
Loop::start(function () use ($healthy, &$acquired, &$failed, &$failedBefore) {
    $lock = new RedisLock('k', server: $healthy->address);
    $acquired = $lock->acquire() && $lock->release();
    $failedBefore = $failed;
});
// This fiber computes for longer than a slice of the others' waits.
Loop::start(function () use (&$failed) {
    while ($failed === 0) {
        for ($end = now() + 0.2; now() < $end;);
        Loop::sleep(0.001);
    }
});
Loop::run();
say('at the healthy server', [$acquired, $failedBefore]);
say('at the silent one', $failed);
$took = now() - $start;
say('  one time-out', time_outs($took, READ_TIMEOUT) >= 1 && time_outs($took - $lateness(), READ_TIMEOUT) <= 1 ?: $took);
$silent->resume();
?>
--EXPECT--
at the healthy server: [true,0]
at the silent one: 300
  one time-out: true
