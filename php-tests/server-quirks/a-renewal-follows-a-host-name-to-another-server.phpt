--TEST--
After a failover behind a host name, renewals go to the new master, although the old one closes no connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$proxy = FaultProxy::before($master);
$lock = new RedisLock('k', ttl: is_slow() ? 12.0 : 6.0, autoRenew: true, server: $proxy->address);
say('acquired', $lock->acquire());
await_renewals();
await('the replica', fn() => $replica->ask('GET', 'k') === $lock->getToken());
swap($master, $replica);
$proxy->leadTo($replica);
await_renewals(4); // they take longer than the lease that there was
say('held', [$lock->isHeld(), $replica->ask('GET', 'k') === $lock->getToken(), RedisLock::stats()['lost']]);
?>
--EXPECT--
acquired: true
held: [true,true,0]
