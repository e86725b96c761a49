--TEST--
A signal handler that catches an exception of its own, while an exception ends a lock, does not change where that is caught
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$server = $redis->info('process_id');
$process = getmypid();
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) {
    try {
        throw new LogicException('of the handler');
    } catch (LogicException) {
        $handled = true;
    }
});

/** The server is suspended until the handler has had time to run in the release by the destructor. */
function held(): RedisLock
{
    global $redis, $server, $process;
    $lock = new RedisLock('a', server: $redis->address);
    $lock->acquire();
    $redis->suspend();
    exec("(sleep 0.2; kill -USR1 $process; sleep 0.2; kill -CONT $server) </dev/null >/dev/null 2>&1 &");
    return $lock;
}

function work(): string
{
    try {
        $before = [1];
        held()->no_such_method();
    } catch (Error) {
        return 'caught';
    }
    return 'nothing thrown';
}

try {
    say('the exception', work());
} catch (Error) {
    say('the exception', 'not caught where it should be');
}
await('the handler', function () use (&$handled) {
    return $handled;
});
say('the lock', $redis->ask('EXISTS', 'a'));
?>
--EXPECT--
the exception: "caught"
the lock: 0
