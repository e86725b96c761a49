--TEST--
An unsuccessful wait ends at its timeout with false
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$holder = new RedisLock($key, server: $kind->server);
$holder->acquire();
$lock = new RedisLock($key, wait: 0.3, server: $kind->server);

say('tryAcquire', $lock->tryAcquire());
say('acquire(0.0)', $lock->acquire(0.0));
foreach ([null, 0.15] as $wait) {
    $start = now();
    say('acquire', $lock->acquire($wait));
    say('not too early', now() - $start >= ($wait ?? 0.3) && $lock->getWaited() >= ($wait ?? 0.3));
    say('not for ever', now() - $start < 20.0);
}
say('timeouts, acquired', [RedisLock::stats()['timeouts'], RedisLock::stats()['acquired']]);
say('holder', [$holder->isOwned(), $holder->release()]);
?>
--EXPECT--
tryAcquire: false
acquire(0.0): false
acquire: false
not too early: true
not for ever: true
acquire: false
not too early: true
not for ever: true
timeouts, acquired: [3,1]
holder: [true,true]
