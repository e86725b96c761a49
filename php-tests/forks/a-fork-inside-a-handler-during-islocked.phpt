--TEST--
If a signal handler forks while isLocked() awaits its reply, parent and child each get a reply of their own
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$asker = PhpChild::start(<<<'PHP'
    $original = getmypid();
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        pcntl_signal(SIGALRM, SIG_IGN);
        echo pcntl_fork() === 0 ? "forked\n" : '';
    });
    $lock = new RedisLock('k', server: "$argv[1]?read_timeout=600");
    $lock->isLocked();
    echo "asking\n";
    hear();
    $answer = thrown($lock->isLocked(...));
    $stats = array_filter(RedisLock::stats());
    if (getmypid() !== $original) {
        say('child', [$answer, $stats]);
        exit;
    }
    pcntl_wait($status);
    say('parent', [$answer, $stats]);
    PHP, [$redis->address]);
$asker->hear();
$redis->suspend();
$asker->tell('ask');
// A suspended server does not report its waiters.
usleep(is_slow() ? 1_000_000 : 200_000);
(new SignalSender())->send('ALRM', $asker);
echo $asker->hear(), "\n";
$redis->resume();
echo $asker->finish();
?>
--EXPECT--
forked
child: ["nothing thrown, returned true",{"connections":1}]
parent: ["nothing thrown, returned true",{"connections":1}]
