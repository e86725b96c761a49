--TEST--
If the work has thrown and a signal arrives during the release, it is handled at once; its exception has the work's as previous
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
foreach (['returns' => '', 'throws' => 'throw new RangeException("by the handler");', 'exits' => 'exit(3);', 'fails' => '@trigger_error("by the handler", E_USER_ERROR);'] as $what => $ending) {
    $worker = PhpChild::start(str_replace('ENDING', $ending, <<<'PHP'
        register_shutdown_function(fn() => print "shutdown function\n");
        ini_set('display_errors', '0');
        pcntl_async_signals(true);
        pcntl_signal(SIGALRM, function () { echo "handled\n"; ENDING });
        $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=600");
        try {
            $lock->synchronized(function () {
                echo "working\n";
                hear();
                throw new DomainException('by the work');
            });
        } catch (Throwable $exception) {
            say('thrown', thrown_with_previous($exception));
        }
        $stats = RedisLock::stats();
        say('released, connections, reconnects, errors', [$stats['released'], $stats['connections'], $stats['reconnects'], $stats['errors']]);
        PHP), [$redis->address]);
    $worker->hear();
    pause_writes($redis);
    $worker->tell('throw');
    await_paused_write($redis);
    (new SignalSender())->send('ALRM', $worker);
    say("the handler $what", $worker->hear());
    // Longer than a wait that is to end would last.
    usleep(300_000);
    $redis->ask('CLIENT', 'UNPAUSE');
    echo $worker->finish();
    say('exit code', $worker->exitCode);
    say('keys left', $redis->ask('DBSIZE'));
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
the handler returns: "handled"
thrown: ["DomainException: by the work"]
released, connections, reconnects, errors: [1,1,0,0]
shutdown function
exit code: 0
keys left: 0
the handler throws: "handled"
thrown: ["RangeException: by the handler","DomainException: by the work"]
released, connections, reconnects, errors: [1,1,0,0]
shutdown function
exit code: 0
keys left: 0
the handler exits: "handled"
shutdown function
exit code: 3
keys left: 0
the handler fails: "handled"
shutdown function
exit code: 255
keys left: 0
