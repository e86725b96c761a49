--TEST--
synchronized() runs the work under the lock, and its exceptions tell whether the work has run
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, server: $kind->server);
$other = new RedisLock($key, server: $kind->server);

say('value', $lock->synchronized(fn(RedisLock $it) => [$it === $lock, $it->isHeld(), $kind->keyHolds($key) === $it->getToken()]));
say('key', $kind->keyHolds($key));
say('exception', thrown(fn() => $lock->synchronized(fn() => throw new DomainException('of the work'))));
say('key', $kind->keyHolds($key));
$other->acquire();
say('not in time', explode(':', thrown(fn() => $lock->synchronized(fn() => print("the work runs\n"), 0.05)))[0]);
$other->release();
say('lost', explode(':', thrown(fn() => $lock->synchronized(function () use ($kind, $key) {
    $kind->ask($key, 'SET', $key, 'another-client', 'PX', 600_000);
    echo "the work runs\n";
})))[0]);
say('key', $kind->keyHolds($key));
?>
--EXPECT--
value: [true,true,true]
key: null
exception: "DomainException: of the work"
key: null
not in time: "RedisLockTimeoutException"
the work runs
lost: "RedisLockLostException"
key: "another-client"
