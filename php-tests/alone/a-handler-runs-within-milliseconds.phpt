--TEST--
A signal in the middle of a long wait, in the queue or asleep between two attempts, is handled within milliseconds
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$sender = new SignalSender();
foreach (['in the queue' => $redis->address, 'asleep' => $redis->addressOfSleeper()] as $how => $server) {
    $waiter = PhpChild::start(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { echo now(), "\n"; });
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1], retryInterval: 60.0);
        $lock->acquire();
        PHP, [$server]);
    await_waiting($redis);
    // From now on sleeps between two attempts are a second and more.
    usleep(2_000_000);
    $latencies = [];
    for ($n = 0; $n < 15; $n++) {
        $sent = now();
        $sender->send('ALRM', $waiter);
        $latencies[] = (float) $waiter->hear() - $sent;
    }
    sort($latencies);
    $waiter->kill();
    say("$how: median below 50 ms", $latencies[7] < (is_slow() ? 0.5 : 0.05) ? true : $latencies);
}
?>
--EXPECT--
in the queue: median below 50 ms: true
asleep: median below 50 ms: true
