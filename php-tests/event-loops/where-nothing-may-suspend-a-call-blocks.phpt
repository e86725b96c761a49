--TEST--
In a signal handler, at the end of the request, and under an exception a call blocks; without a loop, too
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$suspensions = 0;
RedisLock::setPoll(function ($stream, float $seconds) use ($proxy, &$suspensions) {
    $suspensions++;
    do {
        $proxy->sendKeptReplies();
        [$readable, $none] = [[$stream], null];
    } while (stream_select($readable, $none, $none, 0, 1_000) === 0);
});
$cycle = function (string $key) use ($proxy): bool {
    $lock = new RedisLock($key, server: $proxy->address);
    return $lock->acquire() && $lock->release();
};
$suspends = function (string $where, callable $work) use (&$suspensions): void {
    $before = $suspensions;
    say($where, $work());
    say('  suspends', $suspensions > $before);
};
// No reply comes before the call is suspended.
$suspended = function (callable $work) use ($proxy): bool {
    $proxy->always('*', 'hold');
    $done = $work();
    $proxy->reset();
    return $done;
};

Loop::start(function () use ($cycle, $suspends, $suspended, $redis, $proxy, &$suspensions) {
    $suspends('a fiber', fn() => $suspended(fn() => $cycle('k')));

    $proxy->always('*', 'delay', 0.002); // no reply comes at once
    pcntl_async_signals(true);
    $done = null;
    pcntl_signal(SIGUSR1, function () use ($cycle, &$done) {
        $done = $cycle('in a handler');
    });
    $suspends('a signal handler', function () use (&$done) {
        (new SignalSender())->send('USR1', getmypid());
        await('the handler', function () use (&$done) {
            return $done !== null;
        });
        return $done;
    });

    try {
        (function () use ($proxy, &$suspensions) {
            $lock = new RedisLock('x', server: $proxy->address);
            $lock->acquire();
            $suspensions = 0;
            throw new LogicException();
        })();
    } catch (LogicException) {
        say('the end of an object under an exception', $redis->ask('EXISTS', 'x') === 0);
        say('  suspends', $suspensions > 0);
    }
    $proxy->reset();
});

$suspends('outside of all fibers', fn() => $suspended(fn() => $cycle('k')));
$proxy->always('*', 'delay', 0.002); // no reply comes at once
RedisLock::setPoll(null);
$suspends('without a loop', fn() => $cycle('k'));

RedisLock::setPoll(function () {
    echo "suspended\n";
});
register_shutdown_function(function () use ($cycle) {
    say('a shutdown function', $cycle('k'));
});
?>
--EXPECT--
a fiber: true
  suspends: true
a signal handler: true
  suspends: false
the end of an object under an exception: true
  suspends: false
outside of all fibers: true
  suspends: true
without a loop: true
  suspends: false
a shutdown function: true
