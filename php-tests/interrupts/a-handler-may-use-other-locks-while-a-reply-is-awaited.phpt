--TEST--
If a signal handler uses other locks while a call awaits a reply, that call still gets its reply
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
pause_writes($redis);
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    $other = new RedisLock('other', server: "$argv[1]?read_timeout=600");
    pcntl_signal(SIGALRM, function () use ($other) {
        say('handler: other locked', $other->isLocked());
        echo "handling\n";
        hear();
        say('handler: other acquired', $other->acquire());
        say('handler: other released', $other->release());
    });
    $lock = new RedisLock('k', server: "$argv[1]?read_timeout=600");
    say('acquired', $lock->acquire());
    say('owned', $lock->isOwned());
    say('other locked', $other->isLocked());
    say('released', $lock->release());
    $stats = RedisLock::stats();
    say('connections, reconnects, errors', [$stats['connections'], $stats['reconnects'], $stats['errors']]);
    PHP, [$redis->address]);
await_paused_write($redis);
(new SignalSender())->send('ALRM', $waiter);
echo $waiter->hear(), "\n", $waiter->hear(), "\n";
// The reply comes while the handler runs.
$redis->ask('CLIENT', 'UNPAUSE');
await('the acquisition', fn() => $redis->ask('EXISTS', 'k') === 1);
$waiter->tell('go on');
echo $waiter->finish();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
handler: other locked: false
handling
handler: other acquired: true
handler: other released: true
acquired: true
owned: true
other locked: false
released: true
connections, reconnects, errors: [2,0,0]
keys left: 0
