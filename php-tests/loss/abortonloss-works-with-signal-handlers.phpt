--TEST--
abortOnLoss and pcntl_async_signals handlers both work, in either order
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

is_thrown_into();
$redis = RedisServer::start();
pcntl_async_signals(true);
$handled = 0;
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
for ($round = 0; $round < 3; $round++) {
    $lock = new RedisLock('k', server: $redis->address, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    await_renewals();
    pause(0.05);
    $pid = getmypid();
    $before = $handled;
    $thrown = 0;
    try {
        exec("kill -USR1 $pid");
        compute(0.02);
        $redis->connect()->ask('DEL', 'k');
        exec("kill -USR1 $pid");
        compute(5.0);
    } catch (RedisLockLostException) {
        $thrown++;
    }
    exec("kill -USR1 $pid");
    compute(0.02);
    say('handled, thrown', [$handled - $before > 1, $thrown]);
}
?>
--EXPECT--
handled, thrown: [true,1]
handled, thrown: [true,1]
handled, thrown: [true,1]
