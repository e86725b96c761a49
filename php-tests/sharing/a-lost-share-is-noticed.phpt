--TEST--
The loss of a share with its key is noticed by push, abortOnLoss and synchronized(); acquisitions and releases of others are no loss
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/shares.php';

is_thrown_into();
$redis = RedisServer::start();
$kinds = [
    'reader' => fn(mixed ...$options) => reader($redis, ...$options),
    'semaphore' => fn(mixed ...$options) => semaphore($redis, 5, ...$options, weight: 2),
];
$losses = [
    'deleted' => fn() => $redis->ask('DEL', 'k'),
    'taken over' => fn() => $redis->ask('SET', 'k', 'another-client', 'PX', '60000'),
    'another type' => fn() => $redis->ask('EVAL', "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], 'a', 'b')", 1, 'k'),
    'its share alone is taken away' => fn() => array_map(fn($member) => $redis->ask('ZREM', 'k', $member), array_filter(array_keys(sharers($redis)), fn($member) => !str_ends_with($member, ':other'))),
    'forceRelease() by another' => fn() => semaphore($redis, 5)->forceRelease(),
];
foreach ($kinds as $kind => $make) {
    foreach ($losses as $what => $loss) {
        $redis->ask('FLUSHALL');
        $other = $make(token: 'other');
        $lock = $make(ttl: 30.0, autoRenew: true);
        $other->acquire();
        $lock->acquire();
        await_renewals();
        pause(0.05);
        $loss();
        $start = now();
        await('the loss', fn() => !$lock->isHeld());
        say("$kind, $what: before the next renewal", [now() - $start < 5.0, $lock->release()]);
        $other->release();
    }
    $redis->ask('FLUSHALL');
    $lock = $make(ttl: 30.0, abortOnLoss: true);
    say("$kind, abortOnLoss", str_replace($redis->address, '<server>', thrown(function () use ($lock, $redis) {
        $lock->acquire();
        $redis->ask('DEL', 'k');
        await('an exception', fn() => false);
    })));
    say("$kind, synchronized()", str_replace($redis->address, '<server>', thrown(fn() => $make()->synchronized(fn() => $redis->ask('DEL', 'k')))));
    say("$kind, refresh(), isOwned() and release()", array_map(function ($ask) use ($make, $redis) {
        $lock = $make();
        $lock->acquire();
        $redis->ask('DEL', 'k');
        return [$lock->isHeld(), $lock->$ask(), $lock->isHeld()];
    }, ['refresh', 'isOwned', 'release']));

    // Others come and go, and their leases end.
    $lock = $make(ttl: 30.0, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    for ($n = 0; $n < 200; $n++) {
        $make(ttl: 0.001)->acquire();
        $other = $make();
        $other->acquire();
        $other->release();
    }
    say("$kind, not lost by others", [$lock->isHeld(), $lock->isOwned(), $lock->release()]);
}
?>
--EXPECT--
reader, deleted: before the next renewal: [true,false]
reader, taken over: before the next renewal: [true,false]
reader, another type: before the next renewal: [true,false]
reader, its share alone is taken away: before the next renewal: [true,false]
reader, forceRelease() by another: before the next renewal: [true,false]
reader, abortOnLoss: "RedisLockLostException: Lock \"k\" on <server> was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
reader, synchronized(): "RedisLockLostException: Lock \"k\" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
reader, refresh(), isOwned() and release(): [[true,false,false],[true,false,false],[true,false,false]]
reader, not lost by others: [true,true,true]
semaphore, deleted: before the next renewal: [true,false]
semaphore, taken over: before the next renewal: [true,false]
semaphore, another type: before the next renewal: [true,false]
semaphore, its share alone is taken away: before the next renewal: [true,false]
semaphore, forceRelease() by another: before the next renewal: [true,false]
semaphore, abortOnLoss: "RedisLockLostException: Semaphore \"k\" on <server> was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
semaphore, synchronized(): "RedisLockLostException: Semaphore \"k\" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it"
semaphore, refresh(), isOwned() and release(): [[true,false,false],[true,false,false],[true,false,false]]
semaphore, not lost by others: [true,true,true]
