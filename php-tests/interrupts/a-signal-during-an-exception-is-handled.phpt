--TEST--
A signal that arrives while a handler's exception ends a call is handled, and its exception has the earlier one as previous
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
foreach (['returns' => '', 'throws' => 'throw new RangeException("by the second");', 'exits' => 'exit(3);'] as $what => $ending) {
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start(str_replace('ENDING', $ending, <<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { echo "the second handled\n"; ENDING });
        // A signal that arrives while a handler runs is delayed until the handler's end.
        pcntl_signal(SIGALRM, function () { exec('kill -USR1 ' . getmypid()); throw new DomainException('by the first'); });
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
        echo "ready\n";
        try {
            $lock->acquire();
        } catch (Throwable $exception) {
            say('thrown', thrown_with_previous($exception));
        }
        say('held', $lock->isHeld());
        PHP), [$redis->address]);
    $waiter->hear();
    await_waiting($redis);
    (new SignalSender())->send('ALRM', $waiter);
    echo "the second $what\n", $waiter->finish();
    say('exit code', $waiter->exitCode);
    await('the end of its connections', fn() => $redis->clients() === []);
}
?>
--EXPECT--
the second returns
the second handled
thrown: ["DomainException: by the first"]
held: false
exit code: 0
the second throws
the second handled
thrown: ["RangeException: by the second","DomainException: by the first"]
held: false
exit code: 0
the second exits
the second handled
exit code: 3
