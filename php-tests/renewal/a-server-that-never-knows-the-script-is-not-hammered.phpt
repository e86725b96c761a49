--TEST--
If a server answers NOSCRIPT even to EVAL, the thread asks at a limited rate until the lease ends, and renews when that has passed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(0.7);
$unknown = "-NOSCRIPT No matching script.\r\n";
$lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
$lock->acquire();
await_renewals();
foreach (['cured' => 0.4, 'never cured' => 0.0] as $what => $left) {
    $proxy->seen();
    $proxy->always('EVALSHA', 'say', $unknown)->always('EVAL', 'say', $unknown);
    await('the end', fn() => $lock->getRemaining() <= $left * $ttl);
    $proxy->reset();
    $asked = count(array_keys($proxy->seenNames(), 'EVAL'));
    say("$what: asked", $asked > 0 && $asked < 50 * $ttl ?: $asked);
    if ($left > 0.0) {
        await_renewals();
        say('  held', $lock->isHeld());
    }
}
say('released', $lock->release());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
cured: asked: true
  held: true
never cured: asked: true
released: false
lost: 1
