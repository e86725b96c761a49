--TEST--
A server that pushes without end keeps nobody from the end of the wait, from the time for a reply, or from signals
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$redis->ask('SET', 'k', 'somebody');
$pushes = [
    'changes' => ">2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n",
    'news' => ">3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n",
];
$code = <<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, fn() => throw new LogicException('by the handler'));
    $lock = new RedisLock('k', server: $argv[1]);
    say('held by somebody', !$lock->tryAcquire());
    say('acquired', thrown(fn() => $lock->acquire((float) $argv[2])));
    PHP;
foreach ($pushes as $what => $push) {
    foreach (['head', 'reply', 'signal'] as $case) {
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
        say("$what, $case", $waiter->hasSpoken() ? preg_replace('#redis://\\S+#', 'redis://...', $waiter->hear()) : 'still waiting');
        $waiter->kill();
    }
}
?>
--EXPECT--
changes, head: "acquired: \"nothing thrown, returned false\""
changes, reply: "acquired: \"RedisLockConnectionException: Cannot acquire lock \\\"k\\\" on redis://... no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)\""
changes, signal: "acquired: \"LogicException: by the handler\""
news, head: "acquired: \"nothing thrown, returned false\""
news, reply: "acquired: \"RedisLockConnectionException: Cannot acquire lock \\\"k\\\" on redis://... no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)\""
news, signal: "acquired: \"LogicException: by the handler\""
