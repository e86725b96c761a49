--TEST--
While one fiber holds a lock, another fiber's acquire(), release() or detach() on the same object throws; a fiber that has ended blocks nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address);
$calls = [
    'acquire' => fn() => $lock->acquire(),
    'tryAcquire' => fn() => $lock->tryAcquire(),
    'synchronized' => fn() => $lock->synchronized(fn() => 'the work of another'),
    'release' => fn() => $lock->release(),
    'detach' => fn() => $lock->detach(),
];
$try = function () use ($calls) {
    foreach ($calls as $name => $call) {
        echo "$name => ", thrown($call), "\n";
    }
};
$questions = fn() => [$lock->isHeld(), $lock->isOwned(), $lock->refresh()];

$holder = new Fiber(function () use ($lock) {
    $lock->acquire();
    Fiber::suspend();
    $lock->release();
    Fiber::suspend();
});
$holder->start();
echo "outside of it\n";
$try();
say('still held', $questions());
echo "in another fiber\n";
(new Fiber($try))->start();
say('still held', $questions());
$holder->resume();
say('released by its own', $redis->ask('EXISTS', 'k'));
say('free for others', [$lock->acquire(), $lock->release()]);

echo "held from outside\n";
$lock->acquire();
(new Fiber($try))->start();
say('still held', $questions());
say('released', $lock->release());

// A fiber that has ended cannot release the lock.
$ended = new Fiber(fn() => $lock->acquire());
$ended->start();
say('ended', $ended->isTerminated());
say('goes on', [$lock->acquire(), $lock->release()]);
$gone = new Fiber(fn() => $lock->acquire());
$gone->start();
unset($gone);
$others = array_map(fn() => new ArrayObject(), range(1, 3));
say('gone', $lock->release());
say('key', $redis->ask('EXISTS', 'k'));

// Another fiber at the same address is another fiber.
$gone = new Fiber(fn() => $lock->acquire());
$gone->start();
unset($gone);
$another = new Fiber(fn() => Fiber::suspend());
$another->start();
say('another one in its place', $lock->release());
?>
--EXPECT--
outside of it
acquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
tryAcquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
synchronized => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
release => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
detach => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
still held: [true,true,true]
in another fiber
acquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
tryAcquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
synchronized => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
release => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
detach => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
still held: [true,true,true]
released by its own: 0
free for others: [true,true]
held from outside
acquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
tryAcquire => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
synchronized => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
release => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
detach => RedisLockException: This RedisLock belongs to another fiber, which holds lock "k"; a second fiber needs a RedisLock object of its own
still held: [true,true,true]
released: true
ended: true
goes on: [true,true]
gone: true
key: 0
another one in its place: true
