--TEST--
If Revolt's loop is loaded, a call suspends in its fibers, and outside of them if the loop has something to do; else it blocks
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

use Revolt\EventLoop;

$redis = RedisServer::start();
$loaded = [];
spl_autoload_register(function (string $class) use (&$loaded) {
    $loaded[] = $class;
}, prepend: true);

/** Returns whether a wait lets the loop run, whose first tick deletes the lock. Else the wait is in vain. */
$suspends = function (float $wait = 0.1) use ($redis): bool {
    $holder = new RedisLock('k', server: $redis->address);
    $holder->acquire();
    $waiter = new RedisLock('k', server: $redis->address);
    $ticks = 0;
    $ticker = class_exists(EventLoop::class, false) ? EventLoop::repeat(0.001, function () use (&$ticks, $redis): void {
        $ticks++ === 0 && $redis->ask('DEL', 'k');
    }) : null;
    $acquired = $waiter->acquire($wait);
    $ticker !== null && EventLoop::cancel($ticker);
    return $acquired && $ticks > 0;
};

say('without Revolt', $suspends());
say('loads a class', $loaded);
require __DIR__ . '/../inc/revolt.php';
class_exists(EventLoop::class);

$fiber = new Fiber(function () use ($suspends) {
    say('in a fiber, no loop runs', $suspends());
});
$fiber->start();
say('  it has ended', $fiber->isTerminated());

say('outside of all fibers', $suspends(60.0));

// The loop stands still since then, and counts as running: it goes on when it is needed outside of all fibers.
$fiber = new Fiber(function () use ($suspends) {
    say('in a fiber beside the loop', $suspends(60.0));
});
$fiber->start();
say('  it has ended', $fiber->isTerminated());
EventLoop::run();
say('  it has ended', $fiber->isTerminated());

EventLoop::queue(function () use ($suspends): void {
    say('in a fiber of the loop', $suspends(60.0));
    ini_set('redislock.event_loop', 'off');
    say('in a fiber of the loop, off', $suspends());
    ini_set('redislock.event_loop', 'auto');
    say('in a fiber of the loop, auto', $suspends(60.0));
});
EventLoop::run();

// Outside of all fibers, with nothing to do, the loop would end at once.
$waiter = new RedisLock('k', server: $redis->address);
$redis->ask('SET', 'k', 'another-client');
say('an idle loop', $waiter->acquire(0.05));

// What a callback throws comes out of the call, and nothing is left.
EventLoop::delay(0.01, function (): void {
    throw new DomainException('of a callback');
});
try {
    $waiter->acquire(60.0);
} catch (Throwable $exception) {
    say('a callback throws', ($exception->getPrevious() ?? $exception)->getMessage());
}
say('no waiter is left', $redis->seats());
?>
--EXPECT--
without Revolt: false
loads a class: []
in a fiber, no loop runs: false
  it has ended: true
outside of all fibers: true
  it has ended: false
in a fiber beside the loop: true
  it has ended: true
in a fiber of the loop: true
in a fiber of the loop, off: false
in a fiber of the loop, auto: true
an idle loop: false
a callback throws: "of a callback"
no waiter is left: []
