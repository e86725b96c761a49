--TEST--
Signals that arrive while a reply is awaited, or during a wait, break neither
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
    say('waited in vain', $contended->acquire(0.4));
    say('for all its time', $contended->getWaited() >= 0.4);
    say('released', $lock->release());
    say('signals were handled', $signals > 0);
    say('connections', RedisLock::stats()['connections'] + RedisLock::stats()['reconnects']);
    echo "done\n";
    hear();
    PHP, [$redis->address]);
$child->hear();
$redis->ask('SET', 'contended', 'somebody');
$redis->ask('CLIENT', 'PAUSE', '500', 'WRITE');
$sender = proc_open(['sh', '-c', 'while read -r go; do kill -USR1 "$1" || exit; done', 'sender', (string) $child->processId()], [['pipe', 'r'], STDERR, STDERR], $pipes);
$child->tell('go');
$until = now() + 1.5;
while (now() < $until) {
    fwrite($pipes[0], "go\n");
    usleep(10_000);
}
fclose($pipes[0]);
proc_close($sender);
while (($line = $child->hear()) !== 'done') {
    echo $line, "\n";
}
$child->finish();
?>
--EXPECT--
acquired: true
held: true
waited in vain: false
for all its time: true
released: true
signals were handled: true
connections: 1
