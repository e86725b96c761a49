--TEST--
If the last reference to a lock is dropped while its server is suspended, signal handlers run, and their exception ends the wait
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['unset', 'end of the function', 'end of the script'] as $how) {
    $child = PhpChild::start(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { echo "handled\n"; });
        pcntl_signal(SIGALRM, function () { throw new LogicException('by the handler'); });
        register_shutdown_function(fn() => print("the script ends\n"));
        function work(string $server): void
        {
            $lock = new RedisLock('k', ttl: 3600.0, server: $server);
            say('taken', $lock->acquire());
            hear();
        }
        try {
            if ($argv[2] === 'end of the function') {
                work("$argv[1]?read_timeout=600");
            } else {
                $lock = new RedisLock('k', ttl: 3600.0, server: "$argv[1]?read_timeout=600");
                say('taken', $lock->acquire());
                hear();
            }
            if ($argv[2] === 'unset') {
                unset($lock);
            }
        } catch (LogicException $exception) {
            say('thrown', $exception->getMessage());
        }
        PHP, [$redis->address, $how], mergeErrors: true);
    say($how, $child->hear());
    $redis->suspend();
    $child->tell('go on');
    if ($how === 'end of the script') {
        $child->hear();
    }
    usleep(100_000);
    $sender->send('USR1', $child);
    say($how, $child->hear());
    $sender->send('ALRM', $child);
    echo preg_replace('/^.*(Uncaught LogicException: by the handler) in [\s\S]*/', "$1\n", trim($child->finish())), "\n";
    $redis->resume();
    await('the deletion', fn() => $redis->locks() === []);
}
?>
--EXPECT--
unset: "taken: true"
unset: "handled"
thrown: "by the handler"
the script ends
end of the function: "taken: true"
end of the function: "handled"
thrown: "by the handler"
the script ends
end of the script: "taken: true"
end of the script: "handled"
Uncaught LogicException: by the handler
