--TEST--
After a signal handler has dropped a lock, the wait still handles the next signal
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () use ($argv) {
        $local = new RedisLock('local', server: $argv[1]);
        say('handler: acquired', $local->acquire());
        unset($local);
        echo "handled\n";
    });
    $lock = new RedisLock('k', wait: 10.0, server: $argv[1]);
    say('acquired', $lock->acquire());
    PHP, [$redis->address]);
await_waiting($redis);
$sender = new SignalSender();
for ($n = 0; $n < 2; $n++) {
    $sender->send('ALRM', $waiter);
    echo $waiter->hear(), "\n", $waiter->hear(), "\n";
}
$redis->ask('DEL', 'k');
echo $waiter->finish();
say('keys left', count($redis->locks()));
?>
--EXPECT--
handler: acquired: true
handled
handler: acquired: true
handled
acquired: true
keys left: 0
