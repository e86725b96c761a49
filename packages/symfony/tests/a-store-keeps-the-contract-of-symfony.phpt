--TEST--
A store saves, puts off and deletes as Symfony expects it; the key in Redis is a string that expires, with the TTL of RedisStore
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$store = new RedisLockStore($redis->address, prefix: 'app:');

$one = new Key('one');
say('exists before', $store->exists($one));
$store->save($one);
say('exists', $store->exists($one));
say('in Redis', $redis->ask('TYPE', 'app:one'));
say('token', preg_match('/^[0-9a-f]{32}$/D', $redis->ask('GET', 'app:one')));
say('lease', round($redis->ask('PTTL', 'app:one') / 1000, -1));
say('lifetime of the key', $one->getRemainingLifetime() > 290 && $one->getRemainingLifetime() <= 300);
$store->save($one);
say('saved again', $store->exists($one));

$other = new Key('one');
say('another key of the same resource', saved($store, $other));
say('it exists', $store->exists($other));
$store->delete($other);
say('the first one after the deletion of the other', $store->exists($one));
say('another resource', saved($store, new Key('two')));

$store->putOffExpiration($one, 20.0);
say('put off', round($redis->ask('PTTL', 'app:one') / 1000, -1));
say('lifetime of the key', round($one->getRemainingLifetime(), -1));
$one->resetLifetime();
$store->putOffExpiration($one, 1000.0);
say('put off for longer', round($redis->ask('PTTL', 'app:one') / 1000, -1));
say('lifetime of the key', $one->getRemainingLifetime() > 900);
$one->resetLifetime();
$store->putOffExpiration($one, 1e12);
say('put off for ages', $redis->ask('PTTL', 'app:one') > 9e11);

$redis->ask('DEL', 'app:one');
say('deleted by another client', $store->exists($one));
say('put off', classes(fn() => $store->putOffExpiration($one, 20.0)));
say('nothing is made of it', $redis->ask('EXISTS', 'app:one'));
say('the other key', saved($store, $other));
$store->delete($one);
say('it stays', $store->exists($other));
$store->delete($other);
say('deleted', [$store->exists($other), $redis->ask('EXISTS', 'app:one')]);
say('saved after that', [saved($store, $one), $store->exists($one)]);
say('put off for no time', classes(fn() => $store->putOffExpiration($one, 1e-6)));
await('the end of it', fn() => $redis->ask('EXISTS', 'app:one') === 0);
$store->save($slow = new Key('slow'));
$redis->ask('CLIENT', 'PAUSE', '50', 'WRITE');
say('put off for less than the reply takes', classes(fn() => $store->putOffExpiration($slow, 0.01)));
say('it exists', $store->exists($one));

$late = new Key('late');
$late->reduceLifetime(0);
say('a key that has expired before', classes(fn() => $store->save($late)));
say('its lock is free', $redis->ask('EXISTS', 'app:late'));
?>
--EXPECT--
exists before: false
exists: true
in Redis: "string"
token: 1
lease: 300.0
lifetime of the key: true
saved again: true
another key of the same resource: "conflict"
it exists: false
the first one after the deletion of the other: true
another resource: "saved"
put off: 20.0
lifetime of the key: 20.0
put off for longer: 1000.0
lifetime of the key: true
put off for ages: true
deleted by another client: false
put off: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
nothing is made of it: 0
the other key: "saved"
it stays: true
deleted: [false,0]
saved after that: ["saved",true]
put off for no time: ["Symfony\\Component\\Lock\\Exception\\LockExpiredException"]
put off for less than the reply takes: ["Symfony\\Component\\Lock\\Exception\\LockExpiredException"]
it exists: false
a key that has expired before: ["Symfony\\Component\\Lock\\Exception\\LockExpiredException"]
its lock is free: 0
