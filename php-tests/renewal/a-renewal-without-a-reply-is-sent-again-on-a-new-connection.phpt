--TEST--
An open connection that no longer responds is replaced in time, so a renewed lock with a TTL below the read timeout survives
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
