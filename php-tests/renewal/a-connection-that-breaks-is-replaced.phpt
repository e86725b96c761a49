--TEST--
The lock stays held while the thread's connection is closed again and again, also in the middle of a renewal
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(0.7);
$lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
$lock->acquire();
await_renewals();
foreach (['close', 'refuse', 'half', 'close', 'last', 'refuse'] as $fault) {
    $proxy->on('EVALSHA', $fault);
    await_renewals(2);
}
for ($n = 0; $n < 10; $n++) {
    $redis->killClients();
    pause($ttl / 10);
}
await_renewals();
say('held', $lock->isHeld());
say('lost', RedisLock::stats()['lost']);
say('released', $lock->release());
?>
--EXPECT--
held: true
lost: 0
released: true
