--TEST--
If the lock's expiry was removed (PERSIST), a refresh or renewal that arrives late does not set a new one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$address = "$proxy->address?read_timeout=1.5";

$lock = new RedisLock('k', ttl: 30.0, server: $address);
$lock->acquire();
$lock->refresh(5.0);
$proxy->on('EVALSHA', 'keep');
say('a refresh', strtok(thrown(fn() => $lock->refresh(6.0)), ':'));
$redis->ask('PERSIST', 'k');
say('owned, held', [$lock->isOwned(), $lock->isHeld()]);
say('delivered', $proxy->deliver());
say('left', $redis->ask('PTTL', 'k'));
say('released', $lock->release());

$lock = new RedisLock('k', ttl: 4.0, server: $address, autoRenew: true);
$lock->acquire();
await_renewals();
$proxy->always('EVALSHA', 'keep');
$proxy->seen();
await('a renewal', fn() => in_array('EVALSHA', $proxy->seenNames(), true));
$token = $lock->detach();
$proxy->reset();
$heir = RedisLock::restore('k', $token, ttl: 30.0, server: $redis->address);
$redis->ask('PERSIST', 'k');
say('its heir owns it', $heir->isOwned());
say('delivered', $proxy->deliver() > 0);
say('left', $redis->ask('PTTL', 'k'));

foreach ([false, true] as $fenced) {
    $redis->ask('FLUSHALL');
    $lock = new RedisLock('k', ttl: 10.0, server: $address, fenced: $fenced);
    $lock->acquire();
    $redis->ask('PERSIST', 'k');
    say('acquired again', $lock->acquire());
    say('left', $redis->ask('PTTL', 'k'));
    $lock->release();
}
?>
--EXPECT--
a refresh: "RedisLockConnectionException"
owned, held: [true,true]
delivered: 1
left: -1
released: true
its heir owns it: true
delivered: true
left: -1
acquired again: true
left: -1
acquired again: true
left: -1
