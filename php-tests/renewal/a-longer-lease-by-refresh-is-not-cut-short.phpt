--TEST--
After refresh(60.0) on a renewed lock of 0.6 seconds the lease lasts 60 seconds, and no renewal shortens it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 6.0, server: $redis->address, autoRenew: true);
$lock->acquire();
say('refreshed', $lock->refresh(60.0));
pause(6.0);
say('remaining', $lock->getRemaining() > 30.0);
say('on the server', $redis->ask('PTTL', 'k') > 30_000);
?>
--EXPECT--
refreshed: true
remaining: true
on the server: true
