--TEST--
A server that sends push messages without end delays neither the end of the wait, nor the read timeout, nor signals
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$redis->ask('SET', 'k', 'another-client');
$pushes = [
    'changes' => ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n",
    'messages' => ">3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n",
];
$code = <<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn() => throw new LogicException('by the handler'));
    $lock = new RedisLock('k', server: $argv[1]);
    say('held by another client', !$lock->tryAcquire());
    say('acquired', thrown(fn() => $lock->acquire((float) $argv[2])));
    PHP;
foreach ($pushes as $what => $push) {
    foreach (['watcher', 'reply', 'signal'] as $case) {
        $proxy = FaultProxy::byTcp($redis);
        $redis->ask('SCRIPT', 'FLUSH'); // what comes by EVAL is the script of the queue
        $proxy->on('EVAL', $case === 'reply' ? 'drown' : 'flood', $push);
        $waiter = PhpChild::start($code, ["$proxy->address?read_timeout=0.5", $case === 'signal' ? 3600.0 : 1.0]);
        $waiter->hear();
        if ($case === 'signal') {
            usleep(500_000);
            $sender->send('ALRM', $waiter);
        }
        for ($deadline = now() + 20; !$waiter->hasSpoken() && now() < $deadline; usleep(10_000));
        // A watcher checks now and then, and the reply to that may be too late as well.
        $ends = ['nothing thrown, returned false', 'no reply within the read timeout', 'LogicException: by the handler'];
        $said = $waiter->hasSpoken() ? $waiter->hear() : 'still waiting';
        $ended = array_keys(array_filter($ends, fn(string $end) => str_contains($said, $end)));
        say("$what, $case", $ended === [] ? $said : in_array($ended[0], ['watcher' => [0, 1], 'reply' => [1], 'signal' => [2]][$case], true));
        $waiter->kill();
    }
}
?>
--EXPECT--
changes, watcher: true
changes, reply: true
changes, signal: true
messages, watcher: true
messages, reply: true
messages, signal: true
