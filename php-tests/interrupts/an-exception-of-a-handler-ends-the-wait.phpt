--TEST--
If a signal handler throws, the exception ends the wait, leaves the call unchanged, and no key remains
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
        pcntl_signal(SIGALRM, function () { throw new DomainException('enough', 42); });
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
        try {
            $argv[2] === 'acquire' ? $lock->acquire() : $lock->synchronized(fn() => print "the work ran\n");
        } catch (Exception $exception) {
            say('thrown', [$exception::class, $exception->getMessage(), $exception->getCode(), $exception->getPrevious()]);
        }
        hear();
        say('held', $lock->isHeld());
        say('token', $lock->getToken());
        say('released', $lock->release());
        say('time was counted', $lock->getWaited() > 0.0);
        hear();
        say('acquired later', $lock->acquire());
        say('released later', $lock->release());
        $stats = RedisLock::stats();
        say('acquired, timeouts, errors', [$stats['acquired'], $stats['timeouts'], $stats['errors']]);
        PHP, [$redis->address, $how]);
    await_waiting($redis);
    $sender->send('ALRM', $waiter);
    say($how, $waiter->hear());
    say('keys left', [count($redis->locks()), $redis->ask('GET', 'k')]);
    $waiter->tell('go on');
    for ($n = 0; $n < 4; $n++) {
        echo $waiter->hear(), "\n";
    }
    $redis->ask('DEL', 'k');
    $waiter->tell('go on');
    echo $waiter->finish();
    say('keys left', count($redis->locks()));
}
?>
--EXPECT--
acquire: "thrown: [\"DomainException\",\"enough\",42,null]"
keys left: [1,"another-client"]
held: false
token: null
released: false
time was counted: true
acquired later: true
released later: true
acquired, timeouts, errors: [1,0,0]
keys left: 0
synchronized: "thrown: [\"DomainException\",\"enough\",42,null]"
keys left: [1,"another-client"]
held: false
token: null
released: false
time was counted: true
acquired later: true
released later: true
acquired, timeouts, errors: [1,0,0]
keys left: 0
