--TEST--
If a signal handler forks while release() waits for a pending renewal, the parent releases, and the child has no lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = PhpChild::start(<<<'PHP'
    $original = getmypid();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        pcntl_signal(SIGALRM, SIG_IGN);
        echo pcntl_fork() === 0 ? "forked\n" : '';
    });
    $lock = new RedisLock('k', ttl: 15.0, server: "$argv[1]?read_timeout=600", autoRenew: true, fenced: true);
    $lock->acquire();
    echo "held\n";
    hear();
    $result = thrown($lock->release(...));
    if (getmypid() !== $original) {
        say('child', [$result, $lock->isHeld(), $lock->getToken(), $lock->getFence()]);
        $lock->synchronized(fn(RedisLock $lock) => say('child: own acquisition', [$lock->isHeld(), $lock->isOwned()]), 60.0);
        exit;
    }
    pcntl_wait($status);
    say('parent', [$result, $lock->isHeld(), $status]);
    PHP, [$redis->address]);
$holder->hear();
pause_writes($redis);
await_paused_write($redis);
$holder->tell('release');
usleep(is_slow() ? 500_000 : 100_000);
$sender->send('ALRM', $holder);
echo $holder->hear(), "\n";
echo $holder->hear(), "\n";
$redis->ask('CLIENT', 'UNPAUSE');
echo $holder->finish();
say('keys left', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
forked
child: ["nothing thrown, returned false",false,null,null]
child: own acquisition: [true,true]
parent: ["nothing thrown, returned true",false,0]
keys left: 0
