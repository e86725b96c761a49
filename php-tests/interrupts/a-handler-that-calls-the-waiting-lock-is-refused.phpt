--TEST--
A signal handler that calls the waiting lock itself gets an exception with the reason, and the wait continues
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($lock) {
        refusals([
            'acquire' => fn() => $lock->acquire(),
            'release' => fn() => $lock->release(),
            'synchronized' => fn() => $lock->synchronized(fn() => print "the work ran\n"),
            'isHeld' => fn() => $lock->isHeld(),
            'detach' => fn() => $lock->detach(),
        ]);
        var_dump($lock);
        echo "handled\n";
    });
    say('acquired', $lock->acquire());
    say('owned', $lock->isOwned());
    say('released', $lock->release());
    PHP, [$redis->address]);
await_waiting($redis);
(new SignalSender())->send('ALRM', $waiter);
while (($line = $waiter->hear()) !== 'handled') {
    echo "$line\n";
}
$redis->ask('DEL', 'k');
echo $waiter->finish();
?>
--EXPECT--
acquire => RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own
release => RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own
synchronized => RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own
isHeld => RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own
detach => RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own
object(RedisLock)#1 (0) {
}
acquired: true
owned: true
released: true
