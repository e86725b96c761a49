--TEST--
Signals that arrive during a wait, or while a reply is awaited, break neither
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    $signals = 0;
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use (&$signals) { $signals++; });
    $lock = new RedisLock('k', ttl: 60.0, server: "$argv[1]?read_timeout=60");
    $contended = new RedisLock('contended', server: "$argv[1]?read_timeout=60");
    echo "ready\n";
    hear();
    say('acquired', $lock->acquire());
    say('held', $lock->isHeld());
    say('waited without success', $contended->acquire(0.4));
    say('for all its time', $contended->getWaited() >= 0.4);
    say('released', $lock->release());
    say('signals were handled', $signals > 0);
    say('connections', RedisLock::stats()['connections'] + RedisLock::stats()['reconnects']);
    echo "done\n";
    hear();
    PHP, [$redis->address]);
$child->hear();
$redis->ask('SET', 'contended', 'another-client');
$redis->ask('CLIENT', 'PAUSE', '500', 'WRITE');
$sender = proc_open(['sh', '-c', 'while kill -USR1 "$1"; do sleep 0.01; done', 'sender', (string) $child->processId()], [], $pipes);
$child->tell('go');
while (($line = $child->hear()) !== 'done') {
    echo $line, "\n";
}
proc_terminate($sender);
proc_close($sender);
$child->finish();
?>
--EXPECT--
acquired: true
held: true
waited without success: false
for all its time: true
released: true
signals were handled: true
connections: 2
