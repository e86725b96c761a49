--TEST--
If an error handler makes an exception of the warning about a listener, acquire() throws it, and the lock is released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
RedisLock::listen(function (RedisLockEvent $event): void {
    $event->type === 'acquired' && throw new LogicException('of the listener');
});
$locks = [
    'a lock' => new RedisLock('one', server: $redis->address, autoRelease: false),
    'several keys' => new RedisMultiLock(['two', 'three'], server: $redis->address, autoRelease: false),
    'permits' => new RedisSemaphore('four', 2, server: $redis->address, autoRelease: false),
];
foreach ($locks as $kind => $lock) {
    foreach (['acquire', 'tryAcquire'] as $method) {
        say("$kind, $method", [strtok(thrown(fn() => $lock->$method()), ':'), $lock->isHeld(), $redis->ask('EXISTS', 'one', 'two', 'three', 'four')]);
    }
}
say('synchronized', [strtok(thrown(fn() => $locks['a lock']->synchronized(fn() => print "never\n")), ':'), $redis->ask('EXISTS', 'one')]);
// A token of the caller's may be another object's lock, and a lock that was held before stays.
$other = new RedisLock('supplied', server: $redis->address, token: 'T');
RedisLock::listen(null);
$other->acquire();
$held = new RedisLock('held', server: $redis->address);
$held->acquire();
RedisLock::listen(function (RedisLockEvent $event): void {
    $event->type === 'acquired' && throw new LogicException('of the listener');
});
$same = new RedisLock('supplied', server: $redis->address, token: 'T');
say('a supplied token', [strtok(thrown(fn() => $same->acquire()), ':'), $other->isOwned()]);
say('held before', [strtok(thrown(fn() => $held->acquire()), ':'), $held->isOwned()]);
// The object's earlier lock has ended.
foreach (['deleted', 'expired'] as $how) {
    RedisLock::listen(null);
    $again = new RedisLock($how, 0.3, server: $redis->address, autoRelease: false);
    $again->acquire();
    $how === 'deleted' ? $redis->ask('DEL', $how) : await('the end of the lease', fn() => $redis->ask('EXISTS', $how) === 0);
    RedisLock::listen(function (RedisLockEvent $event): void {
        $event->type === 'acquired' && throw new LogicException('of the listener');
    });
    $acquired = thrown(fn() => $again->acquire(10.0));
    say("$how before", [strtok($acquired, ':'), $again->isHeld(), $redis->ask('EXISTS', $how)]);
}
RedisLock::listen(null);
say('without a listener', [$locks['a lock']->acquire(), $locks['a lock']->release()]);
?>
--EXPECT--
a lock, acquire: ["ErrorException",false,0]
a lock, tryAcquire: ["ErrorException",false,0]
several keys, acquire: ["ErrorException",false,0]
several keys, tryAcquire: ["ErrorException",false,0]
permits, acquire: ["ErrorException",false,0]
permits, tryAcquire: ["ErrorException",false,0]
synchronized: ["ErrorException",0]
a supplied token: ["ErrorException",true]
held before: ["nothing thrown, returned true",true]
deleted before: ["ErrorException",false,0]
expired before: ["ErrorException",false,0]
without a listener: [true,true]
