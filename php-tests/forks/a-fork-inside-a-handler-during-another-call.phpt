--TEST--
If a signal handler forks while refresh(), isOwned() or release() awaits its reply, only the parent has the lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['refresh', 'isOwned', 'release'] as $method) {
    $holder = PhpChild::start(<<<'PHP'
        [, $address, $method] = $argv;
        $original = getmypid();
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () {
            pcntl_signal(SIGALRM, SIG_IGN);
            echo pcntl_fork() === 0 ? "forked\n" : '';
        });
        $lock = new RedisLock('k', ttl: 600.0, server: "$address?read_timeout=600");
        $lock->acquire();
        echo "held\n";
        hear();
        try {
            $result = $lock->$method();
        } catch (RedisLockException) {
            $result = 'refused';
        }
        if (getmypid() !== $original) {
            say('child holds', [$lock->isHeld(), $lock->getToken(), $result === true]);
            exit;
        }
        pcntl_wait($status);
        say('parent', [$result, $lock->isHeld(), $status]);
        $lock->release();
        PHP, [$redis->address, $method]);
    $holder->hear();
    pause_writes($redis);
    $holder->tell('go');
    await_paused_write($redis);
    $sender->send('ALRM', $holder);
    say($method, $holder->hear());
    $redis->ask('CLIENT', 'UNPAUSE');
    echo $holder->finish();
    say('keys left', $redis->ask('DBSIZE'));
}
?>
--EXPECT--
refresh: "forked"
child holds: [false,null,false]
parent: [true,true,0]
keys left: 0
isOwned: "forked"
child holds: [false,null,false]
parent: [true,true,0]
keys left: 0
release: "forked"
child holds: [false,null,false]
parent: [true,false,0]
keys left: 0
