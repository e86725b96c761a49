--TEST--
If a signal handler throws while a lock is acquired, the lock is released before the exception is caught
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['acquire', 'tryAcquire', 'synchronized'] as $method) {
    pause_writes($redis);
    $waiter = PhpChild::start(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { echo "handling\n"; hear(); throw new DomainException('enough'); });
        $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600");
        say($argv[2], thrown(match ($argv[2]) {
            'acquire' => $lock->acquire(...),
            'tryAcquire' => $lock->tryAcquire(...),
            'synchronized' => fn() => $lock->synchronized(fn() => print "the work ran\n"),
        }));
        hear();
        say('held', $lock->isHeld());
        say('acquired later', $lock->acquire());
        $stats = RedisLock::stats();
        say('acquired, connections, reconnects', [$stats['acquired'], $stats['connections'], $stats['reconnects']]);
        PHP, [$redis->address, $method]);
    await_paused_write($redis);
    $sender->send('ALRM', $waiter);
    echo $waiter->hear(), "\n";
    $redis->ask('CLIENT', 'UNPAUSE');
    await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
    $waiter->tell('throw');
    echo $waiter->hear(), "\n";
    say('keys', $redis->ask('DBSIZE'));
    $waiter->tell('go on');
    echo $waiter->finish();
}
?>
--EXPECT--
handling
acquire: "DomainException: enough"
keys: 0
held: false
acquired later: true
acquired, connections, reconnects: [1,1,0]
handling
tryAcquire: "DomainException: enough"
keys: 0
held: false
acquired later: true
acquired, connections, reconnects: [1,1,0]
handling
synchronized: "DomainException: enough"
keys: 0
held: false
acquired later: true
acquired, connections, reconnects: [1,1,0]
