--TEST--
If a signal handler throws while a watcher awaits the reply to its attempt, the wait ends and leaves no lock behind
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['writes are paused', 'the server is suspended'] as $when) {
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { echo "handling\n"; hear(); });
        pcntl_signal(SIGALRM, function () { throw new DomainException('enough'); });
        $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: "$argv[1]?read_timeout=600");
        say('thrown', strtok(thrown($lock->acquire(...)), ':'));
        hear();
        $stats = RedisLock::stats();
        say('acquired, errors', [$stats['acquired'], $stats['errors']]);
        PHP, [$redis->address]);
    await_waiting($redis);
    if ($when === 'writes are paused') {
        release_and_pause_writes($redis, 'k');
        await_paused_write($redis);
    } else {
        $sender->send('USR1', $waiter);
        $waiter->hear();
        $redis->ask('DEL', 'k');
        $redis->ask('PING'); // by then it has been told
        $redis->suspend();
        $waiter->tell('go on');
        usleep(100_000); // it asks
    }
    $sender->send('ALRM', $waiter);
    say($when, $waiter->hear());
    $when === 'writes are paused' ? $redis->ask('CLIENT', 'UNPAUSE') : $redis->resume();
    await('the end of what was left', fn() => $redis->locks() === []);
    // And the queue is open to others.
    say('acquired by another', (new RedisLock('k', server: $redis->address))->acquire(30.0));
    $waiter->tell('go on');
    echo $waiter->finish();
    say('keys left', count($redis->locks()));
}
?>
--EXPECT--
writes are paused: "thrown: \"DomainException\""
acquired by another: true
acquired, errors: [0,0]
keys left: 0
the server is suspended: "thrown: \"DomainException\""
acquired by another: true
acquired, errors: [0,0]
keys left: 0
