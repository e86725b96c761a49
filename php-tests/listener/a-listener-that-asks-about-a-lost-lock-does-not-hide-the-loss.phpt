--TEST--
abortOnLoss throws once, whatever methods of the lost lock the listener calls
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['none', 'isHeld', 'isOwned', 'release', 'refresh', 'forceRelease', 'tryAcquire'] as $method) {
    $lock = new RedisLock('a', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
    $told = false;
    RedisLock::listen(function (RedisLockEvent $event) use ($lock, $method, &$told) {
        if ($event->type === 'lost') {
            $method === 'none' || $lock->$method();
            $told = true;
        }
    });
    $goes_on = false;
    $thrown = thrown(function () use ($redis, $lock, &$told, &$goes_on) {
        $lock->acquire();
        $redis->ask('DEL', 'a');
        await('the loss', function () use (&$told) {
            return $told;
        });
        $goes_on = true;
    });
    say($method, [strtok($thrown, ':'), $goes_on]);
    say('once', thrown(fn() => $lock->release() || true));
    RedisLock::listen(null);
    unset($lock);
}
?>
--EXPECT--
none: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
isHeld: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
isOwned: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
release: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
refresh: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
forceRelease: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
tryAcquire: ["RedisLockLostException",false]
once: "nothing thrown, returned true"
