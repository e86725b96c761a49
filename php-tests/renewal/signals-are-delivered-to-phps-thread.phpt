--TEST--
Signals are blocked in the background thread; PHP's handlers get them all, and SIGTERM without one ends the process
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    $seen = 0;
    foreach ([SIGUSR1, SIGUSR2, SIGINT, SIGHUP, SIGALRM, SIGCHLD] as $signal) {
        pcntl_signal($signal, function () use (&$seen) { $seen++; });
    }
    $lock = new RedisLock('k', ttl: 30.0, server: $argv[1], autoRenew: true);
    $lock->acquire();
    echo "held\n";
    while ($seen < 60) {
        usleep(1_000);
        say('seen', $seen);
    }
    say('held', $lock->isHeld());
    $open = [];
    foreach (array_diff(scandir('/proc/self/task'), ['.', '..', getmypid()]) as $thread) {
        preg_match('/^SigBlk:\s*[0-9a-f]{8}([0-9a-f]{8})/m', file_get_contents("/proc/self/task/$thread/status"), $found);
        $blocked = hexdec($found[1]);
        foreach ([SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD, SIGURG] as $signal) {
            if (($blocked >> ($signal - 1) & 1) === 0) {
                $open[] = $signal;
            }
        }
    }
    say('not blocked in the other thread', $open);
    echo "terminate me\n";
    while (true) {
        usleep(100_000);
    }
    PHP, [$redis->address], killed: true);
$child->hear();
$pid = $child->processId();
for ($n = 1; $n <= 60; $n++) {
    exec('kill -' . ['USR1', 'USR2', 'INT', 'HUP', 'ALRM', 'CHLD'][$n % 6] . " $pid");
    while ($child->hear() !== "seen: $n");
}
while (($line = $child->hear()) !== 'held: true');
echo "$line\n", $child->hear(), "\n", $child->hear(), "\n";
exec("kill -TERM $pid");
$child->finish();
say('ended by', $child->exitCode);
?>
--EXPECT--
held: true
not blocked in the other thread: []
terminate me
ended by: 15
