--TEST--
The profiler's recorder has a row for each acquisition, ends the right one, and keeps the last rows only
--FILE--
<?php
require __DIR__ . '/profiler-app.php';

use RedisLock\Symfony\Profiler\LockRecorder;
use RedisLock\Symfony\Profiler\LockRow;
use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Semaphore\SemaphoreFactory;
use Symfony\Component\Stopwatch\Stopwatch;

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);

/** Prints what a recorder has seen, and resets it. */
function show(string $what, LockRecorder $recorder): void
{
    say($what, array_map(row(...), $recorder->rows()));
    $recorder->reset();
}

$recorder = new LockRecorder();
RedisLock::listen($recorder);

$one = new RedisSemaphore('permits', 2, ttl: 60.0);
$other = new RedisSemaphore('permits', 2, ttl: 60.0, label: 'us');
$one->acquire();
$other->acquire();
$one->release();
show('of two permits, the first is released', $recorder);
$other->release();
show('after a reset', $recorder);

$other = new RedisLock('k', ttl: 60.0, label: 'them');
$other->acquire();
$recorder->reset();
$lock = new RedisLock('k', ttl: 60.0);
$lock->tryAcquire();
$lock->tryAcquire();
$other->release();
$lock->acquire();
$lock->acquire(); // a new lease
$beside = new RedisLock('beside', ttl: 60.0);
$beside->acquire();
$lock->release();
show('refused twice, then acquired', $recorder);
$beside->release();
$recorder->reset();

$recorder->watch($store = new RedisLockStore($redis->address));
$recorder->watch($semaphores = new RedisSemaphoreStore($redis->address));
$recorder->watch(new stdClass());
$other->acquire();
foreach (['a' => 30.0, 'b' => 60.0] as $label => $ttl) {
    (new RedisSemaphore('api:semaphore', 2, $ttl, label: $label, autoRelease: false))->acquire();
}
(new RedisLock('nameless', autoRelease: false))->acquire();
$recorder->reset();
$factory = new LockFactory($store);
$factory->createLock('k')->acquire();
$factory->createLock('nameless')->acquire();
(new SemaphoreFactory($semaphores))->createSemaphore('api', 2)->acquire();
$mine = $factory->createLock('mine');
$mine->acquire();
$mine->acquire();
show('holders in the way', $recorder);
$long = new RedisLock(str_repeat('ä', 300));
$long->acquire();
say('a long key', $recorder->rows()[0]->key === str_repeat('ä', 200) . '…');

RedisLock::listen(null);
$stopwatch = new Stopwatch();
RedisLock::listen($recorder = new LockRecorder($stopwatch, 3));
$first = new RedisLock('first');
$first->acquire();
for ($n = 1; $n <= 6; $n++) {
    (new RedisLock("key $n"))->synchronized(fn() => 1);
}
$first->release();
say('the last three', [array_map(fn(LockRow $row) => $row->key, $recorder->rows()), $recorder->count()]);
say('sections', array_keys($stopwatch->getSections()['__root__']->getEvents()));

RedisLock::listen($recorder = new LockRecorder(new Stopwatch(), 100));
$recorder->watch($store);
$grown = function (int $cycles) use ($factory): int {
    for (; $cycles > 0; $cycles--) {
        $lock = $factory->createLock("key $cycles");
        $lock->acquire();
        $lock->release();
        unset($lock);
    }
    return memory_get_usage();
};
$grown(200);
$used = $grown(500);
say('grown', $grown(1_000) - $used);

$mine->release();
$redis->stop();
$recorder->reset();
thrown(fn() => $factory->createLock('down')->acquire());
say('without a server', array_map(fn(LockRow $row) => [$row->outcome, strstr((string) $row->reason, ' on ', true)], $recorder->rows()));
RedisLock::listen(null);
?>
--EXPECT--
of two permits, the first is released: ["permits | semaphore | - | released | held","permits | semaphore | - | not released | held"]
after a reset: ["permits | semaphore | - | released | held"]
refused twice, then acquired: ["k | lock | - | not acquired | -","k | lock | - | not acquired | -","k | lock | - | released | held","k | lock | - | released | held","beside | lock | - | not released | held"]
holders in the way: ["k | lock | them | not acquired | -","nameless | lock | without a label | not acquired | -","api:semaphore | semaphore | a, b | not acquired | -","mine | lock | - | not released | held"]
a long key: true
the last three: [["key 5","key 6","first"],8]
sections: ["lock first (hold)","lock key 1 (hold)"]
grown: 0
without a server: [["error","Cannot acquire lock \"down\""]]
