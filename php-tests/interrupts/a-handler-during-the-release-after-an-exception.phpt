--TEST--
A signal while synchronized() gives the lock back after an exception of the work: the release has all its time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$worker = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn() => throw new RangeException('by the handler'));
    $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600");
    say('thrown', thrown(fn() => $lock->synchronized(function () {
        echo "working\n";
        hear();
        throw new DomainException('by the work');
    })));
    $stats = RedisLock::stats();
    say('released, connections, reconnects, errors', [$stats['released'], $stats['connections'], $stats['reconnects'], $stats['errors']]);
    PHP, [$redis->address]);
$worker->hear();
pause_writes($redis);
$worker->tell('throw');
await_paused_write($redis);
(new SignalSender())->send('ALRM', $worker);
// Longer than a wait that was told to end would last.
usleep(300_000);
$redis->ask('CLIENT', 'UNPAUSE');
echo $worker->finish();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
thrown: "DomainException: by the work"
released, connections, reconnects, errors: [1,1,0,0]
keys left: 0
