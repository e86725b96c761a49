--TEST--
With auto_renew a Key does not expire while it is renewed and is not serializable; max_hold ends the renewal, and the Redis key keeps its TTL
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$store = new RedisLockStore($redis->address, lease: 6.0, autoRenew: true);

$key = new Key('renewed');
$store->save($key);
$token = $redis->ask('GET', 'renewed');
$begin = now();
await('a lease and a half', fn() => now() - $begin > 9.0);
say('held, expired, lifetime', [$store->exists($key), $key->isExpired(), $key->getRemainingLifetime()]);
say('the same lock', $redis->ask('GET', 'renewed') === $token);
say('serialized', classes(fn() => serialize($key)));
$store->putOffExpiration($key, 500.0);
say('a refresh leaves the lease', $redis->ask('PTTL', 'renewed') <= 6001);
unset($key);
say('its Key is gone', [round($redis->ask('PTTL', 'renewed') / 1000, -1), $redis->ask('GET', 'renewed') === $token]);

$lock = (new LockFactory($store))->createLock('left', 40.0, autoRelease: false);
$lock->acquire();
unset($lock);
say('a lock that is not released with its object', round($redis->ask('PTTL', 'left') / 1000, -1));
$lock = (new LockFactory($store))->createLock('given', 40.0);
$lock->acquire();
unset($lock);
say('one that is', $redis->ask('EXISTS', 'given'));

$bounded = new RedisLockStore($redis->address, lease: 6.0, autoRenew: true, maxHold: 12.0);
$key = new Key('bounded');
$bounded->save($key);
say('max_hold is its lifetime', $key->getRemainingLifetime() > 6.5 && $key->getRemainingLifetime() <= 12.0);
$begin = now();
await('a lease', fn() => now() - $begin > 6.5);
say('held, expired', [$bounded->exists($key), $key->isExpired()]);
$key->resetLifetime();
$bounded->save($key);
say('saved again: max_hold began with the acquisition', $key->getRemainingLifetime() < 6.0);
$plain = new RedisLockStore($redis->address);
$plain->save($key2 = new Key('taken over'));
$other = new RedisLockStore($redis->address, lease: 6.0, autoRenew: true, maxHold: 50.0);
$taken = unserialize(serialize($key2));
$taken->resetLifetime();
$other->putOffExpiration($taken, 300.0);
say('taken over from a store that does not renew', [round($taken->getRemainingLifetime(), -1), classes(fn() => serialize($taken))]);

await('the end of the renewal', fn() => !$bounded->exists($key));
say('expired', $key->isExpired());
?>
--EXPECT--
held, expired, lifetime: [true,false,null]
the same lock: true
serialized: ["Symfony\\Component\\Lock\\Exception\\UnserializableKeyException"]
a refresh leaves the lease: true
its Key is gone: [500.0,true]
a lock that is not released with its object: 40.0
one that is: 0
max_hold is its lifetime: true
held, expired: [true,false]
saved again: max_hold began with the acquisition: true
taken over from a store that does not renew: [50.0,["Symfony\\Component\\Lock\\Exception\\UnserializableKeyException"]]
expired: true
