--TEST--
If a signal handler catches the exception that ends its own inner wait, the outer wait continues
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$redis->ask('SET', 'other', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $inner = new RedisLock('other', wait: 600.0, server: $argv[1]);
    $lossy = new RedisLock('lossy', ttl: 0.6, server: $argv[1], autoRenew: true, abortOnLoss: true);
    $lossy->acquire();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($inner) {
        echo "inner wait begins\n";
        try {
            $inner->acquire();
        } catch (RedisLockLostException) {
            echo "inner wait ended by a loss\n";
        }
    });
    $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
    echo "ready\n";
    hear();
    say('outer wait: ' . thrown($lock->acquire(...)), $lock->isHeld());
    PHP, [$redis->address]);
$waiter->hear();
$waiter->tell('go');
await_waiting($redis);
$sender = new SignalSender();
$sender->send('ALRM', $waiter);
echo $waiter->hear(), "\n";
$redis->ask('DEL', 'lossy');
echo $waiter->hear(), "\n";
$redis->ask('DEL', 'k');
echo $waiter->finish();
?>
--EXPECT--
inner wait begins
inner wait ended by a loss
outer wait: nothing thrown, returned true: true
