--TEST--
If a handler throws while the server is suspended after an acquisition, the call ends without a further read timeout, and the key is deleted later
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        echo "handling\n";
        hear();
        throw new DomainException('enough');
    });
    $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600");
    $lock->isLocked();
    say('acquire', thrown($lock->acquire(...)));
    hear();
    say('held', $lock->isHeld());
    say('locked', $lock->isLocked());
    PHP, [$redis->address]);
pause_writes($redis);
await_paused_write($redis);
(new SignalSender())->send('ALRM', $waiter);
echo $waiter->hear(), "\n";
// The reply comes, and is read when the handler has ended. Nothing comes after it.
$redis->ask('CLIENT', 'UNPAUSE');
await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
$redis->suspend();
$waiter->tell('throw');
echo $waiter->hear(), "\n";
$redis->resume();
$waiter->tell('go on');
echo $waiter->finish();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
handling
acquire: "DomainException: enough"
held: false
locked: false
keys left: 0
