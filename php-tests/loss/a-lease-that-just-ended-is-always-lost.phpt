--TEST--
Right after isHeld() has become false, release() always returns false, and synchronized() always throws
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$rounds = is_slow() ? 4 : 30;
$new = fn(string $key) => new RedisLock($key, ttl: 0.2, server: $redis->address, autoRenew: true, maxHold: 0.01);
function outlast(RedisLock $lock): void
{
    while ($lock->isHeld());
}
for ($n = 0, $released = 0; $n < $rounds; $n++) {
    $lock = $new("released-$n");
    await('the lock', fn() => $lock->tryAcquire());
    outlast($lock);
    $released += (int) $lock->release();
}
say('released', $released);
for ($n = 0, $thrown = 0; $n < $rounds; $n++) {
    try {
        $new("synchronized-$n")->synchronized(outlast(...));
    } catch (RedisLockLostException) {
        $thrown++;
    }
}
say('thrown every time', $thrown === $rounds);
say('counted once each', RedisLock::stats()['lost'] === 2 * $rounds);
say('released', RedisLock::stats()['released']);
?>
--EXPECT--
released: 0
thrown every time: true
counted once each: true
released: 0
