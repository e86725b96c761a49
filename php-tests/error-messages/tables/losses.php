<?php

// A lock is lost, is held by another client, or is used in a way that is not allowed.
require_once __DIR__ . '/../../inc/renewal.php';

$redis = RedisServer::start();
$lock = fn(string $key, mixed ...$options) => new RedisLock($key, ...$options + ['server' => $redis->address, 'wait' => 0.0]);
$permit = fn(string $key, int $permits = 5, mixed ...$options) => new RedisSemaphore($key, $permits, ...$options + ['server' => $redis->address, 'wait' => 0.0]);
// Holds all these locks while the work runs.
$with = function (array $holders, callable $work) {
    array_map(fn($holder) => $holder->acquire(), $holders);
    $work();
};
$under = fn(RedisLock|RedisSemaphore $lock, callable $work) => fn() => $lock->synchronized($work);
$gone = fn(RedisLock $lock) => await('the loss', fn() => !$lock->isHeld());
$wait = fn(RedisLock $lock) => pause($lock->getRemaining() + 0.01);

return [[$redis->address => '<server>'], [
    'another client deletes the key' => [$under($lock('a1'), fn() => $redis->ask('DEL', 'a1')), 'RedisLockLostException: Lock "a1" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'another client takes the lock over' => [$under($lock('a2'), fn() => $redis->ask('SET', 'a2', 'other', 'PX', 60_000)), 'RedisLockLostException: Lock "a2" on <server> was lost while the work was running: another owner holds its key now: it had been deleted, was overwritten, or expired on the server'],
    'the work takes longer than the ttl' => [$under($lock('a3', ttl: 0.05), fn($lock) => $wait($lock) || await('the end', fn() => $redis->ask('EXISTS', 'a3') === 0)), 'RedisLockLostException: Lock "a3" on <server> was lost while the work was running: the work took longer than the ttl (use autoRenew: true, or a longer ttl)'],
    'deleted, with autoRenew' => [$under($lock('a4', autoRenew: true), fn($lock) => $redis->ask('DEL', 'a4') && $gone($lock)), 'RedisLockLostException: Lock "a4" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'taken over, with autoRenew' => [$under($lock('a5', autoRenew: true), fn($lock) => $redis->ask('SET', 'a5', 'other', 'PX', 60_000) && $gone($lock)), 'RedisLockLostException: Lock "a5" on <server> was lost while the work was running: another owner holds its key now: it had been deleted, was overwritten, or expired on the server'],
    'maxHold is over' => [$under($lock('a6', ttl: 0.2, autoRenew: true, maxHold: 0.05), $gone), 'RedisLockLostException: Lock "a6" on <server> was lost while the work was running: maxHold was over, so its lease was not renewed any more (allow a longer maxHold, or do less under one lock)'],
    'the server is away for longer than the lease' => [function () use ($gone) {
        $redis = RedisServer::start();
        try {
            (new RedisLock('a7', ttl: 0.5, wait: 0.0, server: $redis->address, autoRenew: true))->synchronized(fn($lock) => $redis->suspend() ?? ($gone($lock) || $redis->resume()));
        } catch (RedisLockException $exception) {
            throw new ($exception::class)(str_replace($redis->address, '<server>', $exception->getMessage()));
        }
    }, 'RedisLockLostException: Lock "a7" on <server> was lost while the work was running: no renewal was answered before its lease ended: the server was away, or this process was halted (a longer ttl outlives more)'],
    'abortOnLoss, deleted' => [function () use ($redis, $lock) {
        $lock = $lock('b1', abortOnLoss: true);
        $lock->acquire();
        $redis->ask('DEL', 'b1');
        await('an exception', fn() => false);
    }, 'RedisLockLostException: Lock "b1" on <server> was lost: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'abortOnLoss, taken over' => [function () use ($redis, $lock) {
        $lock = $lock('b2', abortOnLoss: true);
        $lock->acquire();
        $redis->ask('SET', 'b2', 'other', 'PX', 60_000);
        await('an exception', fn() => false);
    }, 'RedisLockLostException: Lock "b2" on <server> was lost: another owner holds its key now: it had been deleted, was overwritten, or expired on the server'],
    'abortOnLoss, without autoRenew beyond the ttl' => [function () use ($lock) {
        $lock = $lock('b3', ttl: 0.05, abortOnLoss: true);
        $lock->acquire();
        await('an exception', fn() => false);
    }, 'RedisLockLostException: Lock "b3" on <server> was lost: the work took longer than the ttl (use autoRenew: true, or a longer ttl)'],
    'one of several keys is deleted' => [fn() => (new RedisMultiLock(['m1', 'm2', 'm3', 'm4', 'm5'], wait: 0.0, server: $redis->address))->synchronized(fn() => $redis->ask('DEL', 'm4')), 'RedisLockLostException: Multi-lock "m1", "m2", "m3" and 2 more on <server> was lost, with "m4", while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'one of several keys, with abortOnLoss' => [function () use ($redis) {
        $lock = new RedisMultiLock(['n1', 'n2'], wait: 0.0, server: $redis->address, abortOnLoss: true);
        $lock->acquire();
        $redis->ask('DEL', 'n2');
        await('an exception', fn() => false);
    }, 'RedisLockLostException: Multi-lock "n1" and "n2" on <server> was lost with "n2": its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'another client has one of several keys' => [fn() => $redis->ask('SET', 'o2', 'other', 'PX', 60_000) && (new RedisMultiLock(['o1', 'o2'], wait: 0.0, server: $redis->address))->synchronized(fn() => 1), 'RedisLockTimeoutException: Multi-lock "o1" and "o2" on <server> was not acquired within <n> seconds: "o2" is in the way: another owner holds it, for <n> more seconds unless they renew it'],
    'a list of another type is one of several keys' => [fn() => $redis->ask('RPUSH', 'p2', 'x') && (new RedisMultiLock(['p1', 'p2'], wait: 0.0, server: $redis->address))->synchronized(fn() => 1), 'RedisLockTimeoutException: Multi-lock "p1" and "p2" on <server> was not acquired within <n> seconds: "p2" is in the way: its key holds a list, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)'],
    'another client has it' => [fn() => $redis->ask('SET', 'c1', 'other', 'PX', 60_000) && $lock('c1')->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "c1" on <server> was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it'],
    'another client has it, and this process has others' => [function () use ($redis, $lock) {
        $mine = $lock('c8');
        $mine->acquire();
        $redis->ask('SET', 'c9', 'other', 'PX', 60_000);
        $lock('c9')->synchronized(fn() => 1);
    }, 'RedisLockTimeoutException: Lock "c9" on <server> was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it'],
    'another object of this process has it' => [function () use ($lock) {
        $mine = $lock('c2');
        $mine->acquire();
        $lock('c2')->synchronized(fn() => 1);
    }, 'RedisLockTimeoutException: Lock "c2" on <server> was not acquired within <n> seconds: another object of this process holds it, for <n> more seconds unless it is renewed (use the same object, or release that one before)'],
    'a lock within itself, by another object' => [$under($lock('c3'), fn() => $lock('c3')->synchronized(fn() => 1)), 'RedisLockTimeoutException: Lock "c3" on <server> was not acquired within <n> seconds: another object of this process holds it, for <n> more seconds unless it is renewed (use the same object, or release that one before)'],
    'the key has no expiry' => [fn() => $redis->ask('SET', 'c4', 'other') && $lock('c4')->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "c4" on <server> was not acquired within <n> seconds: another owner holds it, and its key has no expiry, so it will not get free by itself (if no client needs it, forceRelease() deletes it)'],
    'the key is a hash' => [fn() => $redis->ask('HSET', 'c5', 'a', 'b') && $lock('c5')->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "c5" on <server> was not acquired within <n> seconds: its key holds a hash, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)'],
    'the key is a sorted set that expires' => [fn() => $redis->ask('ZADD', 'c6', 1, 'a') && $redis->ask('PEXPIRE', 'c6', 60_000) && $lock('c6')->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "c6" on <server> was not acquired within <n> seconds: its key holds a zset, which is no lock of this kind, and expires in <n> seconds (another program uses it: choose another key)'],
    'synchronized() within itself' => [$under($same = $lock('c7'), fn() => $same->synchronized(fn() => 1)), 'RedisLockException: synchronized() is running on lock "c7" on <server> already, and the inner one would release it too early: call the inner work directly'],
    'two readers have it' => [fn() => $with([$lock('s1', shared: true), $lock('s1', shared: true)], fn() => $lock('s1')->synchronized(fn() => 1)), 'RedisLockTimeoutException: Lock "s1" on <server> was not acquired within <n> seconds: 2 share it, the last of them for <n> more seconds unless they renew it'],
    'one reader has it' => [fn() => $redis->ask('ZADD', 's2', 9e12, '1:' . str_repeat('a', 32) . ':web 7') && $redis->ask('PEXPIRE', 's2', 60_000) && $lock('s2')->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "s2" on <server> was not acquired within <n> seconds: "web 7" holds it, for <n> more seconds unless they renew it'],
    'a reader of this process has it' => [fn() => $with([$lock('s3', shared: true)], fn() => $lock('s3')->synchronized(fn() => 1)), 'RedisLockTimeoutException: Lock "s3" on <server> was not acquired within <n> seconds: another object of this process holds it, for <n> more seconds unless it is renewed (use the same object, or release that one before)'],
    'a reader has it, and a writer waits' => [fn() => $with([$lock('s4', shared: true, label: 'web 7')], fn() => $redis->ask('SET', '{s4}:redislock:seat1', '1:0:0:writer', 'PX', 5_000) && $lock('s4', shared: true)->synchronized(fn() => 1)), 'RedisLockTimeoutException: Lock "s4" on <server> was not acquired within <n> seconds: others wait for it and go first; "web 7" shares it, for <n> more seconds unless they renew it'],
    'readers have it, and a writer waits' => [fn() => $with([$lock('s5', shared: true), $lock('s5', shared: true)], fn() => $redis->ask('SET', '{s5}:redislock:seat1', '1:0:0:writer', 'PX', 5_000) && $lock('s5', shared: true)->synchronized(fn() => 1)), 'RedisLockTimeoutException: Lock "s5" on <server> was not acquired within <n> seconds: others wait for it and go first; 2 share it, the last of them for <n> more seconds unless they renew it'],
    'a writer has what is to be read' => [fn() => $redis->ask('SET', 's6', 'other', 'PX', 60_000) && $lock('s6', shared: true)->synchronized(fn() => 1), 'RedisLockTimeoutException: Lock "s6" on <server> was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it'],
    'all permits are taken' => [fn() => $with([$permit('s7', 2), $permit('s7', 2)], fn() => $permit('s7', 2)->synchronized(fn() => 1)), 'RedisLockTimeoutException: Semaphore "s7" on <server> was not acquired within <n> seconds: of its 2 permits too few are free: 2 have the others, the last of them for <n> more seconds unless they renew it'],
    'too many are, by another process' => [fn() => $redis->ask('ZADD', 's8', 9e12, '4:' . str_repeat('a', 32) . ':web 7', -4, '') && $redis->ask('PEXPIRE', 's8', 60_000) && $permit('s8', weight: 2)->synchronized(fn() => 1), 'RedisLockTimeoutException: Semaphore "s8" on <server> was not acquired within <n> seconds: of its 5 permits too few are free: "web 7" has the others, for <n> more seconds unless they renew it'],
    'a permit within a permit' => [$under($permit('s9', 1), fn() => $permit('s9', 1)->synchronized(fn() => 1)), 'RedisLockTimeoutException: Semaphore "s9" on <server> was not acquired within <n> seconds: of its 1 permits too few are free: another RedisSemaphore object of this process has the others, for <n> more seconds unless they renew it'],
    'a sorted set without expiry' => [fn() => $redis->ask('ZADD', 's10', 1, 'a') && $permit('s10')->synchronized(fn() => 1), 'RedisLockTimeoutException: Semaphore "s10" on <server> was not acquired within <n> seconds: its key holds a zset, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)'],
    'a share whose key is deleted' => [$under($lock('s11', shared: true), fn() => $redis->ask('DEL', 's11')), 'RedisLockLostException: Lock "s11" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'permits that are taken away' => [$under($permit('s12'), fn() => $permit('s12')->forceRelease()), 'RedisLockLostException: Semaphore "s12" on <server> was lost while the work was running: its key is gone: a client deleted it, or the server evicted it, or restarted or was replaced without it'],
    'permits, and work that takes longer than the ttl' => [$under($permit('s13', ttl: 0.05), fn($permit) => pause($permit->getRemaining() + 0.01) || await('the end', fn() => $redis->ask('EXISTS', 's13') === 0)), 'RedisLockLostException: Semaphore "s13" on <server> was lost while the work was running: the work took longer than the ttl (use autoRenew: true, or a longer ttl)'],
    'synchronized() of a semaphore within itself' => [$under($two = $permit('s14', 2), fn() => $two->synchronized(fn() => 1)), 'RedisLockException: synchronized() is running on semaphore "s14" on <server> already, and the inner one would release it too early: call the inner work directly'],
    'detach() of a semaphore without a claim' => [fn() => $permit('s15')->detach(), 'RedisLockException: Semaphore "s15" on <server> is not held, so there is nothing to hand over: acquire it first'],
    'release() of a semaphore in another fiber' => [function () use ($permit) {
        ($other = $permit('s16'))->acquire();
        (new Fiber($other->release(...)))->start();
    }, 'RedisLockException: This RedisSemaphore belongs to another fiber, which holds semaphore "s16"; a second fiber needs a RedisSemaphore object of its own'],
    'release() twice' => [function () use ($lock) {
        $lock = $lock('d1');
        return [$lock->acquire(), $lock->release(), $lock->release()];
    }, 'nothing thrown, returned [true,true,false]'],
    'refresh() after a loss' => [function () use ($redis, $lock) {
        $lock = $lock('d2');
        return [$lock->acquire(), $redis->ask('DEL', 'd2'), $lock->refresh(), $lock->isHeld()];
    }, 'nothing thrown, returned [true,1,false,false]'],
    'detach() without a claim' => [fn() => $lock('d3')->detach(), 'RedisLockException: Lock "d3" on <server> is not held, so there is nothing to hand over: acquire it first'],
    'restore() with a wrong token' => [function () use ($redis) {
        $redis->ask('SET', 'd5', 'other', 'PX', 60_000);
        $lock = RedisLock::restore('d5', 'a token', server: $redis->address);
        return [$lock->isHeld(), $lock->refresh(), $lock->release()];
    }, 'nothing thrown, returned [false,false,false]'],
    'work that throws' => [$under($lock('d6'), fn() => throw new DomainException('mine')), 'DomainException: mine'],
    'release() in another fiber' => [function () use ($lock) {
        ($other = $lock('d4'))->acquire();
        (new Fiber($other->release(...)))->start();
    }, 'RedisLockException: This RedisLock belongs to another fiber, which holds lock "d4"; a second fiber needs a RedisLock object of its own'],
    'a listener that releases the lock' => [function () use ($lock) {
        $released = $lock('d8');
        RedisLock::listen(fn(RedisLockEvent $event) => $event->type === 'acquired' && $released->release());
        try {
            $released->acquire();
        } finally {
            RedisLock::listen(null);
        }
    }, 'RedisLockException: Lock "d8" on <server> was acquired, but the listener of RedisLock::listen() has released or detached it'],
    'a call on a lock in the middle of another call' => [function () use ($redis) {
        pcntl_async_signals(true);
        $lock = new RedisLock('d7', server: $redis->address, wait: 60.0);
        $redis->ask('SET', 'd7', 'other', 'PX', 60_000);
        pcntl_signal(SIGALRM, function () use ($lock) {
            $lock->isLocked();
        });
        pcntl_alarm(1);
        $lock->acquire();
    }, 'RedisLockException: This RedisLock is in the middle of another call; a signal handler or another fiber needs a RedisLock object of its own'],
]];
