--TEST--
If every reply arrives after the thread has tried another connection, the lock stays held, because the first connection's replies count
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(1.2);
$lock = new RedisLock('k', ttl: $ttl, server: "$proxy->address?read_timeout=3600", autoRenew: true);
$lock->acquire();
await_renewals();
// Two thirds of the lease are left when it is renewed, and a third of these is waited.
$proxy->always('EVALSHA', 'late', 0.28 * $ttl);
$proxy->seen();
pause(2 * $ttl);
say('held', $lock->isHeld());
say('lost', RedisLock::stats()['lost']);
$names = $proxy->seenNames();
say('another connection was tried', in_array('HELLO', $names, true));
say('not many', count(array_keys($names, 'HELLO')) < 40);
$proxy->reset();
say('released', $lock->release());
?>
--EXPECT--
held: true
lost: 0
another connection was tried: true
not many: true
released: true
