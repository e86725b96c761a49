--TEST--
If a signal handler forks while synchronized() releases, parent and child both get its result, and the child reports no loss
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
    $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600", fenced: true);
    $result = thrown(fn() => $lock->synchronized(function () {
        echo "working\n";
        hear();
        return 'result';
    }));
    if (getmypid() !== $original) {
        say('child', [$result, $lock->isHeld(), $lock->getToken(), $lock->getFence(), array_filter(RedisLock::stats())]);
        exit;
    }
    pcntl_wait($status);
    say('parent', [$result, $lock->isHeld(), $status, RedisLock::stats()['released'], RedisLock::stats()['reconnects']]);
    PHP, [$redis->address]);
$holder->hear();
pause_writes($redis);
$holder->tell('go');
await_paused_write($redis);
$sender->send('ALRM', $holder);
echo $holder->hear(), "\n";
$redis->ask('CLIENT', 'UNPAUSE');
echo $holder->finish();
say('keys left', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
forked
child: ["nothing thrown, returned \"result\"",false,null,null,[]]
parent: ["nothing thrown, returned \"result\"",false,0,1,0]
keys left: 0
