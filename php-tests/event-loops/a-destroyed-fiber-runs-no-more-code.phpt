--TEST--
A fiber that is destroyed in synchronized() or acquire() runs no code behind it, and leaves no lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
/** Destroys a fiber while it is suspended. */
function destroyed(string $what, callable $code): void
{
    $fiber = new Fiber(function () use ($what, $code): void {
        try {
            $code();
        } catch (Throwable $exception) {
            say("$what: it caught", $exception->getMessage());
        }
        say("$what: it went on", true);
    });
    $fiber->start();
    $fiber = null;
    gc_collect_cycles();
}

$lock = fn(string $key) => new RedisLock($key, server: $redis->address, autoRelease: false);
destroyed('lost', fn() => $lock('lost')->synchronized(function () use ($redis) {
    $redis->ask('DEL', 'lost');
    Fiber::suspend();
}));
$redis->ask('SET', 'held', 'another-owner');
foreach (['contended', 'timeout', 'acquired'] as $type) {
    RedisLock::listen(fn(RedisLockEvent $event) => $event->type === $type && Fiber::suspend());
    foreach (['acquire', 'synchronized'] as $method) {
        $key = $type === 'acquired' ? 'free' : 'held';
        $object = $lock($key);
        destroyed("$type, $method", fn() => $method === 'synchronized' ? $object->synchronized(fn() => print "work\n", 0.0) : $object->acquire(0.0));
        say("$type, $method", [$object->isHeld(), $redis->ask('EXISTS', 'free')]);
    }
}
?>
--EXPECT--
contended, acquire: [false,0]
contended, synchronized: [false,0]
timeout, acquire: [false,0]
timeout, synchronized: [false,0]
acquired, acquire: [false,0]
acquired, synchronized: [false,0]
