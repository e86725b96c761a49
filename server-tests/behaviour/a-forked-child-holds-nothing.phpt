--TEST--
A forked child holds none of its parent's locks, its end releases none, and its own locks work
--SKIPIF--
<?php require __DIR__ . '/../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/forks.php';

$kind = Kind::current();
foreach ([false, true] as $autoRenew) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, ttl: 30.0, autoRenew: $autoRenew, server: $kind->server);
    $lock->acquire();
    $token = $lock->getToken();
    echo in_child(function () use ($lock, $kind) {
        say('child: held, released', [$lock->isHeld(), $lock->release()]);
        $own = new RedisLock(Kind::newKey(), server: $kind->server);
        say('child: its own', [$own->acquire(), $own->isOwned(), $own->release()]);
        say('child: its parent\'s', [(new RedisLock($lock->getKey(), server: $kind->server))->tryAcquire(), $lock->isLocked()]);
    });
    echo in_child(function () use (&$lock) {
        $lock = null;
    });
    say('key', $kind->keyHolds($key) === $token);
    say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
    say('refreshed, released', [$lock->refresh(), $lock->release()]);
}
?>
--EXPECT--
child: held, released: [false,false]
child: its own: [true,true,true]
child: its parent's: [false,true]
key: true
held, owned: [true,true]
refreshed, released: [true,true]
child: held, released: [false,false]
child: its own: [true,true,true]
child: its parent's: [false,true]
key: true
held, owned: [true,true]
refreshed, released: [true,true]
