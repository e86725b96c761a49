--TEST--
An exception of a signal handler, while another exception leaves the function that holds a lock, is caught by the caller
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$server = $redis->info('process_id');
$process = getmypid();
$done = sys_get_temp_dir() . "/handled-$process";
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($done) {
    if (is_file($done) || in_array('work', array_column(debug_backtrace(0), 'function'), true)) {
        return; // too late, or too early
    }
    touch($done);
    throw new LogicException('of the handler');
});

/** PHP frees the lock when the exception leaves. The handler runs while the release awaits the suspended server. */
function work(): void
{
    global $redis, $server, $process, $done;
    $lock = new RedisLock('a', server: $redis->address);
    $lock->acquire();
    $redis->suspend();
    $loop = "until [ -e $done ] || ! kill -USR1 $process; do sleep 0.02; done; kill -CONT $server";
    exec("($loop) </dev/null >/dev/null 2>&1 &");
    throw new Error('of the work');
}

function caller(): array
{
    try {
        work();
    } catch (LogicException $exception) {
        return [$exception->getMessage(), $exception->getPrevious()?->getMessage()];
    }
    return ['nothing thrown'];
}

try {
    say('caught', caller());
} catch (LogicException) {
    say('caught', 'not where it should be');
}
unlink($done);
await('the release', fn() => $redis->ask('EXISTS', 'a') === 0);
?>
--EXPECT--
caught: ["of the handler","of the work"]
