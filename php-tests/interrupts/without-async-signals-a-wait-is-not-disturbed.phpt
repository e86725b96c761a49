--TEST--
Without pcntl_async_signals() handlers run only when they are dispatched, and signals affect neither a wait nor a reply
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    pcntl_signal(SIGALRM, function () { echo "handled\n"; });
    $lock = new RedisLock('k', server: "$argv[1]?read_timeout=600");
    say('acquired', $lock->acquire(1.0));
    say('not sooner', $lock->getWaited() >= 1.0);
    pcntl_signal_dispatch();
    hear();
    say('acquired', $lock->acquire(600.0));
    say('reconnects, errors', [RedisLock::stats()['reconnects'], RedisLock::stats()['errors']]);
    pcntl_signal_dispatch();
    PHP, [$redis->address]);
$sender = new SignalSender();
await_waiting($redis);
$sender->send('ALRM', $waiter);
echo $waiter->hear(), "\n", $waiter->hear(), "\n", $waiter->hear(), "\n";
$redis->ask('DEL', 'k');
pause_writes($redis);
$waiter->tell('go on');
await_paused_write($redis);
$sender->send('ALRM', $waiter);
$redis->ask('CLIENT', 'UNPAUSE');
echo $waiter->finish();
say('keys left', count($redis->locks()));
?>
--EXPECT--
acquired: false
not sooner: true
handled
acquired: true
reconnects, errors: [0,0]
handled
keys left: 0
