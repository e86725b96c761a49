--TEST--
If the listener forks while it is told of an acquisition, the child acquires the lock itself; if it releases the lock, the call throws
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$options = ['server' => $redis->address, 'wait' => 60.0];
$work = function (RedisLock|RedisMultiLock $lock) use (&$pid, $redis) {
    $pid === 0 || await('the child', fn() => $redis->ask('EXISTS', '{k}:redislock:seat1') === 1);
    say($pid === 0 ? 'the child works, held' : 'the parent works, held', $lock->isHeld());
};
$acquire = function (RedisLock $lock) use ($work) {
    say('acquired', $lock->acquire());
    $work($lock);
    $lock->release();
};
$locks = ['a lock' => new RedisLock('k', ...$options), 'several keys' => new RedisMultiLock(['k', 'l'], ...$options)];
foreach ([...$locks, 'acquire()' => $locks['a lock']] as $what => $lock) {
    echo "$what\n";
    $pid = null;
    RedisLock::listen(function (RedisLockEvent $event) use (&$pid) {
        if ($event->type === 'acquired' && $pid === null) {
            $pid = pcntl_fork();
        }
    });
    $what === 'acquire()' ? $acquire($lock) : $lock->synchronized($work);
    if ($pid === 0) {
        exit;
    }
    pcntl_waitpid($pid, $status);
}

// A try does not wait for the parent's lock.
$pid = null;
$acquired = $locks['a lock']->tryAcquire();
if ($pid === 0) {
    say('the child, tryAcquire()', $acquired);
    exit;
}
pcntl_waitpid($pid, $status);
say('the parent, tryAcquire()', [$acquired, $locks['a lock']->release()]);

RedisLock::listen(function (RedisLockEvent $event) use ($locks) {
    $event->type === 'acquired' && $locks[$event->kind === 'multi' ? 'several keys' : 'a lock']->release();
});
foreach ($locks as $what => $lock) {
    say("$what, released", failure(fn() => $lock->synchronized(fn() => print("not reached\n"))));
    say('  acquire()', failure(fn() => $lock->acquire()));
    say('  tryAcquire()', failure(fn() => $lock->tryAcquire()));
}

// The reply to the listener's release is missing.
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('m', ttl: 600.0, server: "$proxy->address?read_timeout=1");
RedisLock::listen(function (RedisLockEvent $event) use ($proxy, $lock) {
    $event->type === 'acquired' && $proxy->always('EVALSHA', 'hang') && thrown($lock->release(...));
});
say('a lock, released without a reply', failure(fn() => $lock->synchronized(fn() => print("not reached\n"))));
?>
--EXPECT--
a lock
the parent works, held: true
the child works, held: true
several keys
the parent works, held: true
the child works, held: true
acquire()
acquired: true
the parent works, held: true
acquired: true
the child works, held: true
the child, tryAcquire(): false
the parent, tryAcquire(): [true,true]
a lock, released: "RedisLockException: Lock \"k\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
  acquire(): "RedisLockException: Lock \"k\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
  tryAcquire(): "RedisLockException: Lock \"k\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
several keys, released: "RedisLockException: Multi-lock \"k\" and \"l\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
  acquire(): "RedisLockException: Multi-lock \"k\" and \"l\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
  tryAcquire(): "RedisLockException: Multi-lock \"k\" and \"l\" on unix://.../redis.sock was acquired, but the listener of RedisLock::listen() has released or detached it"
a lock, released without a reply: "RedisLockException: Lock \"m\" on unix://.../proxy was acquired, but the listener of RedisLock::listen() has released or detached it"
