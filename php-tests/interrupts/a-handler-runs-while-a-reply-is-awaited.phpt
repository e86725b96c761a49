--TEST--
A signal handler runs at once while a reply is awaited, and the reply is still read correctly
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$waiter = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () { echo "handled\n"; });
    $lock = new RedisLock('k', server: "$argv[1]?read_timeout=600");
    foreach (['acquire', 'refresh', 'release'] as $method) {
        hear();
        say($method, $lock->$method());
    }
    $stats = RedisLock::stats();
    say('connections, reconnects, errors', [$stats['connections'], $stats['reconnects'], $stats['errors']]);
    PHP, [$redis->address]);
foreach (['acquire', 'refresh', 'release'] as $method) {
    pause_writes($redis);
    $waiter->tell('go');
    await_paused_write($redis);
    for ($n = 0; $n < 2; $n++) {
        // The reply does not come before this has been heard.
        $sender->send('ALRM', $waiter);
        say("$method unanswered", $waiter->hear());
    }
    $redis->ask('CLIENT', 'UNPAUSE');
    echo $waiter->hear(), "\n";
}
echo $waiter->finish();
say('keys left', $redis->ask('DBSIZE'));
?>
--EXPECT--
acquire unanswered: "handled"
acquire unanswered: "handled"
acquire: true
refresh unanswered: "handled"
refresh unanswered: "handled"
refresh: true
release unanswered: "handled"
release unanswered: "handled"
release: true
connections, reconnects, errors: [1,0,0]
keys left: 0
