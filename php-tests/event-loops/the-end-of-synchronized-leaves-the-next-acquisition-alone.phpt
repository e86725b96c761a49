--TEST--
If the work of synchronized() has released the lock and another fiber acquires it with the same object, the end of synchronized() leaves it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
foreach (['returns', 'throws', 'is destroyed'] as $how) {
    foreach (['has it' => false, 'waits for it' => true] as $what => $waits) {
        $redis->ask('FLUSHALL');
        $lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=60");
        $isReleased = $isAcquired = $mayEnd = false;
        $ending = new Fiber(function () use ($lock, $how, &$isReleased): void {
            try {
                $lock->synchronized(function () use ($lock, $how, &$isReleased): void {
                    $lock->release();
                    $isReleased = true;
                    Fiber::suspend();
                    $how === 'throws' && throw new DomainException('of the work');
                });
            } catch (DomainException) {
            }
        });
        $ending->start();
        Loop::run(function () use (&$isReleased) { return $isReleased; });
        $waits && $redis->ask('SET', 'k', 'another-client');
        Loop::start(function () use ($lock, &$isAcquired, &$mayEnd): void {
            $isAcquired = $lock->acquire(INF);
            while (!$mayEnd) {
                Loop::sleep(0.001);
            }
        });
        $waits || Loop::run(function () use (&$isAcquired) { return $isAcquired; });
        $how === 'is destroyed' ? $ending = null : $ending->resume();
        $waits && say("$how, and another fiber $what: it has ended before", $ending?->isTerminated() ?? true);
        $waits && $redis->ask('DEL', 'k');
        Loop::run(function () use (&$isAcquired) { return $isAcquired; });
        $other = new RedisLock('k', server: $redis->address);
        say("$how, and another fiber $what: held", [$lock->isHeld(), $other->tryAcquire()]);
        $mayEnd = true;
        Loop::run();
    }
}

// A loss is the first fiber's until its call has thrown it.
$lost = new RedisLock('lost', ttl: 600.0, server: $redis->address);
$works = false;
$ending = new Fiber(function () use ($lost, &$works): void {
    try {
        $lost->synchronized(function () use (&$works): void {
            $works = true;
            Fiber::suspend();
        });
        echo "lost: nothing thrown\n";
    } catch (RedisLockLostException) {
        echo "lost: thrown\n";
    }
});
$ending->start();
Loop::run(function () use (&$works) { return $works; });
$redis->ask('DEL', 'lost');
$lost->isOwned();
try {
    $lost->acquire();
} catch (RedisLockException) {
    echo "lost: another fiber is refused\n";
}
$ending->resume();
Loop::run();
say('lost: then it may', $lost->acquire());

// The listener exits while another fiber asks the object.
$proxy = FaultProxy::before($redis)->on('EVAL', 'delay', 0.2);
$redis->ask('FLUSHALL');
echo PhpChild::start('require ' . var_export(__DIR__ . '/../inc/Loop.php', true) . ';' . <<<'PHP'
    RedisLock::setPoll(Loop::poll(...));
    $lock = new RedisLock('k', ttl: 600.0, server: "$argv[1]?read_timeout=60", autoRelease: false);
    RedisLock::listen(function (RedisLockEvent $event) use ($lock): void {
        if ($event->type === 'acquired') {
            Loop::start(fn() => $lock->isOwned());
            exit;
        }
    });
    Loop::start(fn() => $lock->synchronized(fn() => print "work\n"));
    Loop::run();
    PHP, [$proxy->address])->finish();
await('the release behind the delay', fn() => $redis->ask('EXISTS', 'k') === 0);
echo "exit() in the listener: released\n";
?>
--EXPECT--
returns, and another fiber has it: held: [true,false]
returns, and another fiber waits for it: it has ended before: true
returns, and another fiber waits for it: held: [true,false]
throws, and another fiber has it: held: [true,false]
throws, and another fiber waits for it: it has ended before: true
throws, and another fiber waits for it: held: [true,false]
is destroyed, and another fiber has it: held: [true,false]
is destroyed, and another fiber waits for it: it has ended before: true
is destroyed, and another fiber waits for it: held: [true,false]
lost: another fiber is refused
lost: thrown
lost: then it may: true
exit() in the listener: released
