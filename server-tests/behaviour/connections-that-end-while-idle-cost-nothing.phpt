--TEST--
Connections that are closed by the servers while they are idle cost a reconnect and nothing else
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), ttl: 60.0, server: $kind->server);
$lock->isLocked();
foreach (['acquire', 'refresh', 'isOwned', 'isLocked', 'acquire', 'release', 'tryAcquire', 'forceRelease', 'synchronized'] as $method) {
    $before = RedisLock::stats()['reconnects'];
    $kind->killClients();
    say($method, $method === 'synchronized' ? $lock->synchronized(fn() => 'worked') : $lock->$method());
    RedisLock::stats()['reconnects'] > $before || print("  no connection was closed\n");
}
$renewed = new RedisLock(Kind::newKey(), ttl: 3.0, autoRenew: true, server: $kind->server);
$renewed->acquire();
await_renewals();
$kind->killClients();
await_renewals(2);
say('renewed', [$renewed->isHeld(), $renewed->isOwned(), $renewed->release()]);
say('errors, lost', [RedisLock::stats()['errors'], RedisLock::stats()['lost']]);
?>
--EXPECT--
acquire: true
refresh: true
isOwned: true
isLocked: true
acquire: true
release: true
tryAcquire: true
forceRelease: true
synchronized: "worked"
renewed: [true,true,true]
errors, lost: [0,0]
