--TEST--
A signal handler runs during a wait, and the wait continues and still gets the lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['acquire', 'synchronized'] as $how) {
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function (int $signal) { say('handled', $signal === SIGALRM); });
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
        say('got it', $argv[2] === 'acquire' ? $lock->acquire() : $lock->synchronized(fn(RedisLock $lock) => $lock->isOwned()));
        $lock->release();
        say('reconnects, errors', [RedisLock::stats()['reconnects'], RedisLock::stats()['errors']]);
        PHP, [$redis->address, $how]);
    await_waiting($redis);
    for ($n = 0; $n < 3; $n++) {
        $sender->send('ALRM', $waiter);
        say($how, $waiter->hear());
        say('key meanwhile', $redis->ask('GET', 'k'));
    }
    $redis->ask('DEL', 'k');
    echo $waiter->finish();
    say('keys left', count($redis->locks()));
}
?>
--EXPECT--
acquire: "handled: true"
key meanwhile: "another-client"
acquire: "handled: true"
key meanwhile: "another-client"
acquire: "handled: true"
key meanwhile: "another-client"
got it: true
reconnects, errors: [0,0]
keys left: 0
synchronized: "handled: true"
key meanwhile: "another-client"
synchronized: "handled: true"
key meanwhile: "another-client"
synchronized: "handled: true"
key meanwhile: "another-client"
got it: true
reconnects, errors: [0,0]
keys left: 0
