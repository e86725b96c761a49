--TEST--
Whatever happens to one of its commands, an acquisition of several keys leaves none behind for the next client to wait for
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

/** Returns what is left once the process has contacted the server again: a call has only 10 ms for what other locks left. */
function left(RedisServer $redis, RedisMultiLock $lock): array
{
    unset($lock);
    await('the deletion', function () use ($redis): bool {
        (new RedisLock('another', server: $GLOBALS['proxy']->address))->isLocked();
        return $redis->ask('EXISTS', 'a', 'b', 'c') === ($redis->ask('GET', 'b') === 'another-client' ? 1 : 0);
    });
    return $redis->ask('MGET', 'a', 'b', 'c');
}

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$options = ['ttl' => 600.0, 'server' => "$proxy->address?read_timeout=1"];
foreach (['close', 'hang', 'half', 'refuse', 'lose'] as $fault) {
    // In one step; and in order, where the first key is taken by a plain SET, and the last command gives all the token.
    foreach (['EVALSHA' => 'one step', 'SET' => 'a key'] as $command => $what) {
        $command === 'SET' && $redis->ask('SET', 'b', 'another-client');
        $proxy->on($command, $fault);
        $lock = new RedisMultiLock(['a', 'b', 'c'], ...$options);
        try {
            $acquired = $lock->acquire($command === 'SET' ? 0.5 : 0.0);
            $acquired && $lock->release();
        } catch (RedisLockConnectionException) {
        }
        $proxy->reset();
        $left = left($redis, $lock);
        $lock = null;
        say("$fault, $what", $left);
        $proxy->deliver(); // what was kept comes late
        (new RedisLock('another', server: $options['server']))->isLocked();
        await('the deletion of what came late', function () use ($redis, $options) {
            (new RedisLock('another', server: $options['server']))->isLocked();
            return $redis->ask('EXISTS', 'a', 'c') === 0;
        });
        $redis->ask('DEL', 'b');
    }
}

// The wait is over: by a handler's exception, and by the end of the time.
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => throw new Exception('the handler'));
$redis->ask('SET', 'b', 'another-client');
$lock = new RedisMultiLock(['a', 'b', 'c'], ttl: 600.0, server: $redis->address);
send_alarm(0.3);
say('a handler', thrown(fn() => $lock->acquire(60.0)));
say('left', $redis->ask('MGET', 'a', 'b', 'c'));
say('the time is up', [$lock->acquire(0.3), $redis->ask('MGET', 'a', 'b', 'c')]);

function send_alarm(float $seconds): void
{
    $process = getmypid();
    exec("(sleep $seconds; kill -ALRM $process) </dev/null >/dev/null 2>&1 &");
}
?>
--EXPECT--
close, one step: [null,null,null]
close, a key: [null,"another-client",null]
hang, one step: [null,null,null]
hang, a key: [null,"another-client",null]
half, one step: [null,null,null]
half, a key: [null,"another-client",null]
refuse, one step: [null,null,null]
refuse, a key: [null,"another-client",null]
lose, one step: [null,null,null]
lose, a key: [null,"another-client",null]
a handler: "Exception: the handler"
left: [null,"another-client",null]
the time is up: [false,[null,"another-client",null]]
