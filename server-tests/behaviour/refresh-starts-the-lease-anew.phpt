--TEST--
refresh() and a second acquire() start the lease anew, while the lock is ours
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), ttl: 20.0, server: $kind->server);
say('refresh before', $lock->refresh());
$lock->acquire();
$token = $lock->getToken();

say('refresh(60)', $lock->refresh(60.0));
say('left on the server', $kind->left($key) > 30_000 && $kind->left($key) <= 60_000);
say('left by our clock', $lock->getRemaining() > 30.0 && $lock->getRemaining() < 60.0);
say('refresh(20)', $lock->refresh(20.0));
say('left on the server', $kind->left($key) > 0 && $kind->left($key) <= 20_000);
say('left by our clock', $lock->getRemaining() > 0.0 && $lock->getRemaining() < 20.0);
say('refresh(40)', [$lock->refresh(40.0), $lock->getTtl()]);
$kind->ask($key, 'PEXPIRE', $key, 10_000);
say('acquire()', $lock->acquire());
say('left on the server', $kind->left($key) > 20_000 && $kind->left($key) <= 40_000);
$kind->ask($key, 'PEXPIRE', $key, 10_000);
say('refresh()', [$lock->refresh(), $kind->left($key) > 20_000]);
say('one token', $lock->getToken() === $token && $kind->keyHolds($key) === $token);
$kind->ask($key, 'DEL', $key);
say('refresh of what is gone', $lock->refresh());
say('key', $kind->keyHolds($key));
say('held', [$lock->isHeld(), $lock->getRemaining()]);
?>
--EXPECT--
refresh before: false
refresh(60): true
left on the server: true
left by our clock: true
refresh(20): true
left on the server: true
left by our clock: true
refresh(40): [true,40.0]
acquire(): true
left on the server: true
refresh(): [true,true]
one token: true
refresh of what is gone: false
key: null
held: [false,0.0]
