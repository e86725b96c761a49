--TEST--
acquire(), tryAcquire(), refresh(), isOwned() and isLocked() on a renewed lock leave it renewed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
foreach (['acquire', 'tryAcquire', 'refresh', 'isOwned', 'isLocked'] as $method) {
    $lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true);
    $lock->acquire();
    $token = $lock->getToken();
    pause($ttl / 4);
    say($method, $lock->$method());
    pause(1.2 * $ttl);
    say('  held, the same', [$lock->isHeld(), $redis->ask('GET', 'k') === $token]);
    say('  released', $lock->release());
}
?>
--EXPECT--
acquire: true
  held, the same: [true,true]
  released: true
tryAcquire: true
  held, the same: [true,true]
  released: true
refresh: true
  held, the same: [true,true]
  released: true
isOwned: true
  held, the same: [true,true]
  released: true
isLocked: true
  held, the same: [true,true]
  released: true
