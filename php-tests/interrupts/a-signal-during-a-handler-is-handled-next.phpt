--TEST--
A signal that arrives while a handler runs is handled right after that handler, not at the end of the wait
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
    pcntl_signal(SIGALRM, function () { echo "first\n"; hear(); });
    pcntl_signal(SIGTERM, function () { echo "second\n"; });
    $lock = new RedisLock('k', wait: 600.0, server: "$argv[1]&read_timeout=10", retryInterval: 60.0);
    say('acquired', $lock->acquire());
    PHP;
foreach (['in the queue', 'between two attempts', 'before the reply'] as $when) {
    $redis->ask('FLUSHALL');
    $contended = $when !== 'before the reply';
    $contended ? $redis->ask('SET', 'k', 'another-client') : pause_writes($redis);
    $waiter = PhpChild::start($code, [$when === 'in the queue' ? "$redis->address?" : $redis->addressOfSleeper()]);
    // From the twelfth attempt on the sleeps are a second and more.
    $contended ? await_waiting($redis, 13) : await_paused_write($redis);
    $latencies = [];
    for ($n = 0; $n < 5; $n++) {
        $sender->send('ALRM', $waiter);
        $waiter->hear();
        $sender->send('TERM', $waiter);
        $start = now();
        $waiter->tell('end of the first');
        $waiter->hear();
        $latencies[] = now() - $start;
    }
    sort($latencies);
    say("$when: long before the wait's next step", $latencies[2] < 0.7 ? true : $latencies);
    $contended ? $redis->ask('DEL', 'k') : $redis->ask('CLIENT', 'UNPAUSE');
    $contended ? $waiter->kill() : print $waiter->finish();
}
?>
--EXPECT--
in the queue: long before the wait's next step: true
between two attempts: long before the wait's next step: true
before the reply: long before the wait's next step: true
acquired: true
