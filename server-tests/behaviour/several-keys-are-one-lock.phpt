--TEST--
A multi-lock is the plain lock of each of its keys, with one token: it excludes locks of single keys and is excluded by them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$keys = array_map(fn(string $name) => Kind::newKey($name), ['b', 'c', 'a', 'd']);
$lock = new RedisMultiLock([...$keys, $keys[0]], ttl: 600.0, fenced: true, server: $kind->server);
sort($keys);
say('keys in order', $lock->getKeys() === $keys);
say('acquired', $lock->acquire());
$token = $lock->getToken();
say('each key holds the token', array_map($kind->keyHolds(...), $keys) === array_fill(0, 4, $token));
say('leases', array_map(fn(string $key) => lease_of(600, $kind->left($key)), $keys));
say('held, owned', [$lock->isHeld(), $lock->isOwned(), $lock->getRemaining() > 500.0]);
say('a fence each', array_keys($lock->getFences()) === $keys);
$fences = $lock->getFences();

$single = new RedisLock($keys[2], fenced: true, server: $kind->server);
say('a lock of one of the keys', $single->tryAcquire());
$other = new RedisMultiLock([$keys[3], $kind->newKey('e')], server: $kind->server);
say('another one', [$other->tryAcquire(), $other->getBlockedBy() === $keys[3], $kind->keyHolds($other->getKeys()[1])]);
say('refreshed', [$lock->refresh(300.0), array_map(fn(string $key) => lease_of(300, $kind->left($key)), $keys)]);
say('released', [$lock->release(), array_map($kind->keyHolds(...), $keys), $lock->getFences()]);

say('a lock of one of the keys', $single->tryAcquire());
say('its fence is later', $single->getFence() > $fences[$keys[2]]);
say('the multi-lock', [$lock->tryAcquire(), $lock->getBlockedBy() === $keys[2], array_map($kind->keyHolds(...), [$keys[0], $keys[1], $keys[3]])]);
say('released', [$single->release(), $lock->tryAcquire(), $lock->getBlockedBy()]);

$worker = child(<<<'PHP'
    [, $keys, $token] = $argv;
    $lock = RedisMultiLock::restore(json_decode($keys), $token, server: Kind::current()->server);
    say('there: held at first, refreshed, held', [$lock->isHeld(), $lock->refresh(), $lock->isHeld()]);
    say('there: released', $lock->release());
    PHP, [json_encode($keys), $lock->detach()]);
echo $worker->finish();
say('keys', array_map($kind->keyHolds(...), $keys));
say('never acquired', [$lock->release(), $lock->isOwned(), $lock->refresh()]);
?>
--EXPECT--
keys in order: true
acquired: true
each key holds the token: true
leases: [600,600,600,600]
held, owned: [true,true,true]
a fence each: true
a lock of one of the keys: false
another one: [false,true,null]
refreshed: [true,[300,300,300,300]]
released: [true,[null,null,null,null],[]]
a lock of one of the keys: true
its fence is later: true
the multi-lock: [false,true,[null,null,null]]
released: [true,true,null]
there: held at first, refreshed, held: [false,true,true]
there: released: true
keys: [null,null,null,null]
never acquired: [false,false,false]
