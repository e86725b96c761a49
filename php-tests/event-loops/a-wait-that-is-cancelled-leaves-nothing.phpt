--TEST--
An exception that is thrown into a suspended call, or the end of its fiber, leaves no lock, no waiter and no broken connection, wherever it comes, at the next call at the latest
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

final class Cancelled extends Exception {}

// Every reply comes late, so that each command suspends the fiber. A late reply to a BLPOP would block the proxy.
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis)->always('BLPOP', 'pass')->always('*', 'delay', 0.005);
/** Which suspension of the fiber ends it, and how. */
$number = $suspensions = 0;
$how = '';
$fiber = null;
RedisLock::setPoll(function ($stream, float $seconds) use (&$number, &$suspensions, &$how) {
    if (Fiber::getCurrent() !== null && ++$suspensions === $number) {
        match ($how) {
            'an exception' => throw new Cancelled(),
            'the end of the fiber' => Fiber::suspend(),
        };
    }
    Loop::poll($stream, $seconds);
});

$acquire = function (string $key) use ($proxy): void {
    $lock = new RedisLock($key, ttl: 600.0, wait: 0.05, server: $proxy->address);
    if ($lock->acquire()) {
        $lock->release();
    }
};
$next = new RedisLock('next', server: $proxy->address);
foreach (['free', 'held'] as $key) {
    foreach (['an exception', 'the end of the fiber'] as $how) {
        $holder = new RedisLock('held', ttl: 600.0, server: $redis->address);
        $holder->acquire();
        $cancelled = 0;
        // A busy machine may get some replies before the fiber suspends. A wait for a lock that is held suspends more often.
        foreach (range(1, $key === 'held' ? 20 : 8) as $number) {
            $suspensions = 0;
            $ending = 'none';
            $fiber = new Fiber(function () use ($acquire, $key, &$ending) {
                try {
                    $acquire($key);
                } catch (Cancelled) {
                    $ending = 'cancelled';
                }
            });
            $fiber->start();
            Loop::run();
            if (!$fiber->isTerminated()) {
                $fiber = null; // PHP ends a fiber that nothing refers to
                gc_collect_cycles();
                $ending = 'cancelled';
            }
            $cancelled += (int) ($ending === 'cancelled');
            // The cancelled call deletes within 50 ms. On a busy machine this may be too short; then the next call deletes.
            await("no lock is left at suspension $number", fn() => $redis->ask('EXISTS', 'free') === 0 || $next->acquire() && $next->release() && false);
            await("no waiter is left at suspension $number", fn() => !preg_match('/ flags=\w*b/', $redis->ask('CLIENT', 'LIST')) && $redis->seats() === []);
        }
        say("$key, $how: cancelled", $cancelled > 0);
        say('  the holder still has it', $holder->isOwned());
        $holder->release();
        $after = new RedisLock($key, server: $proxy->address);
        // A command of a cancelled call may still arrive. What it takes, later contacts delete.
        await('the lock', fn() => $after->tryAcquire());
        say('  the connections are usable', $after->release());
    }
}
?>
--EXPECT--
free, an exception: cancelled: true
  the holder still has it: true
  the connections are usable: true
free, the end of the fiber: cancelled: true
  the holder still has it: true
  the connections are usable: true
held, an exception: cancelled: true
  the holder still has it: true
  the connections are usable: true
held, the end of the fiber: cancelled: true
  the holder still has it: true
  the connections are usable: true
