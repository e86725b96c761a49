--TEST--
A call that is cancelled while it awaits any byte of any reply leaves no lock, no waiter and no broken connection, at the next call at the latest
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

final class Cancelled extends Exception {}

// The suspensions that end a call, on a new connection. A busy machine may get several bytes at once.
const FREE = [1, 80, 1];
const HELD = [1, 400, 7];

// Each byte of a reply comes so late that its wait suspends the fiber.
$redis = RedisServer::start();
$proxy = FaultProxy::before($redis)->always('BLPOP', 'pass')->always('*', 'split', 0.0005);
/** The suspension that ends the call. */
$number = $suspensions = 0;
RedisLock::setPoll(function ($stream, float $seconds) use (&$number, &$suspensions) {
    if (++$suspensions === $number) {
        throw new Cancelled();
    }
    Loop::poll($stream, $seconds);
});
$is_left = fn(): bool => $redis->ask('EXISTS', 'free') === 1 || $redis->seats() !== [] || preg_match('/ flags=\w*b/', $redis->ask('CLIENT', 'LIST'));

$next = new RedisLock('next', server: $proxy->address);

foreach (['free' => FREE, 'held' => HELD] as $key => $numbers) {
    $holder = new RedisLock('held', ttl: 600.0, server: $redis->address);
    $holder->acquire();
    $cancelled = 0;
    foreach (range(...$numbers) as $byte) {
        $number = $byte;
        $suspensions = 0;
        Loop::start(function () use ($key, $proxy, &$cancelled) {
            $lock = new RedisLock($key, ttl: 600.0, wait: 0.05, server: $proxy->address);
            try {
                $lock->acquire() && $lock->release();
            } catch (Cancelled) {
                $cancelled++;
            }
        });
        Loop::run();
        $number = 0;
        // The cancelled call deletes within 50 ms. On a busy machine this may be too short; then the next call deletes.
        await("nothing is left at byte $byte", fn() => !$is_left() || $next->acquire() && $next->release() && false);
    }
    say("$key: cancelled", $cancelled > 0);
    say('  the holder still has it', $holder->release());
    $after = new RedisLock($key, server: $proxy->address);
    await('the lock', fn() => $after->tryAcquire());
    say('  the connections are usable', $after->release());
}
?>
--EXPECT--
free: cancelled: true
  the holder still has it: true
  the connections are usable: true
held: cancelled: true
  the holder still has it: true
  the connections are usable: true
