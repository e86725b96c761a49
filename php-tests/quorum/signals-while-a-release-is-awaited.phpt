--TEST--
A waiter for a lock on three servers handles signals at once; the handler may use the same servers, fork, or end the wait
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/signals.php';

$servers = servers(3);
$holder = new RedisLock('k', ttl: 600.0, server: addresses($servers));
$sender = new SignalSender();
$code = <<<'PHP'
    $original = getmypid();
    $inner = new RedisLock('inner', server: array_slice($argv, 1));
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($inner) { say('in the handler', $inner->acquire() && $inner->release()); });
    pcntl_signal(SIGUSR1, function () { throw new RuntimeException('enough'); });
    pcntl_signal(SIGUSR2, function () {
        pcntl_signal(SIGUSR2, SIG_IGN);
        echo pcntl_fork() === 0 ? "forked\n" : '';
    });
    $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: array_slice($argv, 1), retryInterval: 60.0);
    $said = thrown($lock->acquire(...));
    $owned = $lock->isOwned();
    $said .= json_encode([$owned, $owned && $lock->release()]) . "\n";
    getmypid() === $original && pcntl_wait($status);
    echo getmypid() === $original ? 'parent: ' : 'child: ', $said;
    PHP;
$wait = function () use ($holder, $servers, $code): PhpChild {
    $holder->acquire();
    $servers[0]->ask('CONFIG', 'RESETSTAT');
    $waiter = PhpChild::start($code, addresses($servers));
    // The next attempt is most of a second ahead, or more.
    await_attempts($servers[0], 10);
    return $waiter;
};
foreach (['ALRM', 'USR2', 'USR1'] as $signal) {
    $waiter = $wait();
    $sender->send($signal, $waiter);
    if ($signal !== 'USR1') {
        echo $waiter->hear(), "\n";
        $holder->release();
    }
    $lines = explode("\n", trim($waiter->finish()));
    sort($lines);
    echo implode("\n", $lines), "\n";
    $holder->release();
}
await_nothing_left($servers);
?>
--EXPECT--
in the handler: true
parent: nothing thrown, returned true[true,true]
forked
child: nothing thrown, returned true[true,true]
parent: nothing thrown, returned true[true,true]
parent: RuntimeException: enough[false,false]
