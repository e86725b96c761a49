--TEST--
forceRelease() deletes the key of any holder
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$holder = new RedisLock($key, server: $kind->server);
$operator = new RedisLock($key, server: $kind->server);

say('nothing there', $operator->forceRelease());
$holder->acquire();
say('held', $operator->forceRelease());
say('key', $kind->keyHolds($key));
say('holder', [$holder->isOwned(), $holder->release()]);
$kind->ask($key, 'SET', $key, 'another-client');
say('without an expiry', $operator->forceRelease());
say('free', $holder->tryAcquire());
?>
--EXPECT--
nothing there: false
held: true
key: null
holder: [false,false]
without an expiry: true
free: true
