--TEST--
abortOnLoss without autoRenew throws when the lease ends, not before, and nothing is renewed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
$lock = new RedisLock('k', ttl: $ttl, server: $redis->address, abortOnLoss: true);
$start = now();
$lock->acquire();
$remaining = $lock->getRemaining();
$asked = now();
try {
    for (;;);
} catch (RedisLockLostException) {
    say('not before', now() - $asked >= $remaining - 0.001);
    say('not much later', now() - $start < 2 * $ttl);
}
say('held', $lock->isHeld());
say('released', $lock->release());
say('renewed, lost', [RedisLock::stats()['renewed'], RedisLock::stats()['lost']]);
?>
--EXPECT--
not before: true
not much later: true
held: false
released: false
renewed, lost: [0,1]
