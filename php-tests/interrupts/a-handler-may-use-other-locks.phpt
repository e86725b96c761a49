--TEST--
A signal handler may use other locks on the same server, during a wait and while a reply is awaited
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$code = <<<'PHP'
    pcntl_async_signals(true);
    $other = new RedisLock('other', server: $argv[1]);
    $contended = new RedisLock('contended', server: $argv[1]);
    pcntl_signal(SIGALRM, function () use ($other, $contended, $argv) {
        say('handler: contended', $contended->acquire(0.05));
        if ($argv[2] === 'writes') {
            say('handler: acquired', $other->acquire());
            say('handler: owned', $other->isOwned());
            say('handler: released', $other->release());
            say('handler: synchronized', $other->synchronized(fn() => 'result'));
        }
        echo "handled\n";
    });
    $lock = new RedisLock('k', wait: 600.0, server: "$argv[1]?read_timeout=600");
    say('acquired', $lock->acquire());
    say('held', $lock->isHeld());
    say('owned', $lock->isOwned());
    say('released', $lock->release());
    say('reconnects, errors', [RedisLock::stats()['reconnects'], RedisLock::stats()['errors']]);
    PHP;

$redis->ask('SET', 'contended', 'another-client');
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start($code, [$redis->address, 'writes']);
await_waiting($redis);
for ($n = 0; $n < 3; $n++) {
    $sender->send('ALRM', $waiter);
    while (($line = $waiter->hear()) !== 'handled') {
        echo "$line\n";
    }
}
$redis->ask('DEL', 'k');
echo $waiter->finish();
say('keys left', $redis->locks());
?>
--EXPECT--
handler: contended: false
handler: acquired: true
handler: owned: true
handler: released: true
handler: synchronized: "result"
handler: contended: false
handler: acquired: true
handler: owned: true
handler: released: true
handler: synchronized: "result"
handler: contended: false
handler: acquired: true
handler: owned: true
handler: released: true
handler: synchronized: "result"
acquired: true
held: true
owned: true
released: true
reconnects, errors: [0,0]
keys left: ["contended"]
