--TEST--
A connection that is open and dead is given up in time: a renewed lock whose ttl is shorter than the read timeout outlives it, and so do all later ones
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(0.7);
$address = "$proxy->address?read_timeout=3600";
$lock = new RedisLock('k', ttl: $ttl, server: $address, autoRenew: true);
$lock->acquire();
await_renewals();
$proxy->on('EVALSHA', 'hang');
pause(3 * $ttl);
say('held', $lock->isHeld());
$later = new RedisLock('later', ttl: $ttl, server: $address, autoRenew: true);
$later->acquire();
pause(3 * $ttl);
say('a later one is held', $later->isHeld());
?>
--EXPECT--
held: true
a later one is held: true
