--TEST--
If the server is killed and restarted empty while ten locks are renewed, all ten are lost, no key returns, and later locks work
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$locks = [];
for ($n = 0; $n < 10; $n++) {
    $locks[] = $lock = new RedisLock("k$n", ttl: 9.0, server: $redis->address, autoRenew: true);
    $lock->acquire();
}
unset($lock);
await_renewals(10);
$redis->restart();
await('the losses', fn() => array_filter($locks, fn(RedisLock $lock) => $lock->isHeld()) === []);
await('the losses to be counted', fn() => RedisLock::stats()['lost'] === 10);
say('remaining', array_sum(array_map(fn(RedisLock $lock) => $lock->getRemaining(), $locks)));
say('released', array_filter(array_map(fn(RedisLock $lock) => $lock->release(), $locks)));
pause(1.5);
say('keys', $redis->ask('DBSIZE'));
say('lost', RedisLock::stats()['lost']);
say('taken anew', $locks[0]->acquire());
await_renewals(2);
say('held', $locks[0]->isHeld() && $locks[0]->isOwned());
say('released', $locks[0]->release());
?>
--EXPECT--
remaining: 0.0
released: []
keys: 0
lost: 10
taken anew: true
held: true
released: true
