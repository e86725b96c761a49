--TEST--
After its lease a lock is lost: release() and refresh() return false, and the next one may take it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
foreach (['release', 'refresh'] as $method) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, ttl: 0.2, server: $kind->server);
    say('acquired', $lock->acquire());
    await('the end of the lease', fn() => !$lock->isHeld());
    say('remaining', $lock->getRemaining());
    await('the end of the key', fn() => $kind->keyHolds($key) === null);
    $next = new RedisLock($key, server: $kind->server);
    say('the next', $next->tryAcquire());
    say($method, $lock->$method());
    say('the next has it', [$next->isOwned(), $kind->keyHolds($key) === $next->getToken()]);
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
remaining: 0.0
the next: true
release: false
the next has it: [true,true]
acquired: true
remaining: 0.0
the next: true
refresh: false
the next has it: [true,true]
lost: 2
