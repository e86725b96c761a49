--TEST--
After refresh(0.5) a renewed lock of 30 seconds stays held
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.5);
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true);
$lock->acquire();
say('refreshed', $lock->refresh($ttl));
pause(1.5 * $ttl);
say('held', $lock->isHeld());
say('owned', $lock->isOwned());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
refreshed: true
held: true
owned: true
lost: 0
