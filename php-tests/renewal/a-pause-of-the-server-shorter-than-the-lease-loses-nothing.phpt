--TEST--
A server that does not reply for less than the rest of the lease loses no lock, and the lock is renewed afterwards
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(1.2);
$lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals(2);
$redis->suspend();
pause($ttl / 2);
say('held meanwhile', $lock->isHeld());
$redis->resume();
await_renewals(1);
pause($ttl);
say('held', $lock->isHeld());
say('owned', $lock->isOwned());
say('lost', RedisLock::stats()['lost']);
say('released', $lock->release());
?>
--EXPECT--
held meanwhile: true
held: true
owned: true
lost: 0
released: true
