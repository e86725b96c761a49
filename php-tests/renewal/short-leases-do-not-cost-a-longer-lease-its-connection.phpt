--TEST--
While locks with leases shorter than the server's delay come and go, a longer lease is renewed over the same connection
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
$proxy->always('EVALSHA', 'late', 0.1);
$proxy->seen();
$lost = 0;
for ($end = now() + 3 * $ttl; now() < $end;) {
    $short = new RedisLock('short', ttl: 0.08, wait: 1.0, server: $address, autoRenew: true);
    if ($short->acquire()) {
        await('its end', fn() => !$short->isHeld());
        $lost++;
    }
    $short->release();
}
$names = $proxy->seenNames();
say('short leases ended', $lost > 0);
say('held', $lock->isHeld());
say('lines', count(array_keys($names, 'HELLO')) < 5);
$proxy->reset();
say('released', $lock->release());
?>
--EXPECT--
short leases ended: true
held: true
lines: true
released: true
