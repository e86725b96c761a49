--TEST--
After maxHold the renewal ends and the lease runs out: isHeld() and release() return false, the lock counts as lost and is free
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
$lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true, maxHold: 2 * $ttl);
$start = now();
$lock->acquire();
seconds_until_lost($lock);
$held = now() - $start;
say('held for maxHold', $held >= 2 * $ttl);
say('and at most a lease more', $held <= 3.9 * $ttl);
await('the end of the key', fn() => $redis->ask('EXISTS', 'k') === 0);
say('remaining', $lock->getRemaining());
await('the loss to be counted', fn() => RedisLock::stats()['lost'] === 1);
say('released', $lock->release());
say('refreshed', $lock->refresh());
say('lost', RedisLock::stats()['lost']);
say('acquired anew', $lock->acquire());
pause(1.8 * $ttl);
say('and renewed', $lock->isHeld());
say('released', $lock->release());
?>
--EXPECT--
held for maxHold: true
and at most a lease more: true
remaining: 0.0
released: false
refreshed: false
lost: 1
acquired anew: true
and renewed: true
released: true
