--TEST--
A multi-lock that waits keeps the keys before the held one, renews them, gives them back when its time is up, and gets all in the end
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$keys = array_map(fn(string $name) => Kind::newKey($name), ['a', 'b', 'c']);
$held = new RedisLock($keys[1], ttl: 600.0, server: $kind->server);
$held->acquire();
$waiter = child(<<<'PHP'
    [, $keys] = $argv;
    $lock = new RedisMultiLock(array_reverse(json_decode($keys)), ttl: 1.0, server: Kind::current()->server);
    say('acquired', $lock->acquire(0.5));
    say('in the way', $lock->getBlockedBy() === json_decode($keys)[1]);
    hear();
    say('acquired', $lock->acquire(120.0));
    echo $lock->getToken(), "\n";
    hear();
    say('held, released', [$lock->isHeld(), $lock->release()]);
    PHP, [json_encode($keys)]);
await('the first key', fn() => $kind->keyHolds($keys[0]) !== null);
say('the last key meanwhile', $kind->keyHolds($keys[2]));
echo $waiter->hear(), "\n", $waiter->hear(), "\n";
say('afterwards', [$kind->keyHolds($keys[0]), $kind->keyHolds($keys[2])]);

$waiter->tell('wait');
$early = await('the first key', fn() => $kind->keyHolds($keys[0]));
$from = now();
await('more than its lease', function () use ($kind, $keys, $early, $from) {
    $kind->keyHolds($keys[0]) === $early || throw new RuntimeException('the first key was lost');
    return now() > $from + 2.0;
});
say('released', $held->release());
echo $waiter->hear(), "\n";
$token = $waiter->hear();
say('each key holds its token', array_map($kind->keyHolds(...), $keys) === array_fill(0, 3, $token));
say('which is not the early one', $token !== $early);
$waiter->tell('go on');
echo $waiter->finish();
say('keys', array_map($kind->keyHolds(...), $keys));
?>
--EXPECT--
the last key meanwhile: null
acquired: false
in the way: true
afterwards: [null,null]
released: true
acquired: true
each key holds its token: true
which is not the early one: true
held, released: [true,true]
keys: [null,null,null]
