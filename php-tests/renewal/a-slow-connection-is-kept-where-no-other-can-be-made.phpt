--TEST--
If a reply takes long and no new connection can be made, the slow connection's reply counts, and the connection is kept
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(1.2);
$lock = new RedisLock('k', ttl: $ttl, server: $proxy->address . '?read_timeout=3600', autoRenew: true);
$lock->acquire();
await_renewals();
$proxy->on('EVALSHA', 'delay', $ttl / 3);
unlink(substr($proxy->address, strlen('unix://')));
pause(2.5 * $ttl);
say('held', $lock->isHeld());
say('lost', RedisLock::stats()['lost']);
$redis->ask('DEL', 'k');
?>
--EXPECT--
held: true
lost: 0
