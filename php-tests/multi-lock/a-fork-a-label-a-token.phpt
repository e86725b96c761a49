--TEST--
Forks, labels, tokens, replicas and unconfirmed releases of a multi-lock are those of a lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';
require __DIR__ . '/../inc/replicas.php';

$redis = RedisServer::start();
$keys = ['a', 'b'];
$values = fn() => $redis->ask('MGET', 'a', 'b');
$lock = new RedisMultiLock($keys, label: 'transfer', autoRenew: true, server: $redis->address);
$lock->acquire();
echo in_child(function () use ($lock, $redis) {
    say('child: held, released', [$lock->isHeld(), $lock->release()]);
    say('child: acquired', $lock->tryAcquire());
});
say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
say('holder of b', (new RedisLock('b', server: $redis->address))->getHolder()->label);
$lock = null;
say('gone with the object', $values());

$owner = ['token' => 'me', 'server' => $redis->address];
$one = new RedisMultiLock($keys, ...$owner);
$same = new RedisMultiLock($keys, ...$owner);
say('one token is one owner', [$one->acquire(), $same->acquire(), $values(), $one->release(), $same->isOwned(), $same->release()]);

$redis->ask('SET', 'b', 'me', 'PX', 600_000);
say('a key that is ours already', [$one->acquire(0.0), $values(), $one->release(), $values()]);

$single = new RedisLock('b', server: $redis->address);
$single->acquire();
say('a failed attempt with a token leaves none', [$one->acquire(0.1), $values() === [null, $single->getToken()]]);
$single->release();

$kept = new RedisMultiLock($keys, autoRelease: false, server: $redis->address);
$kept->acquire();
$token = $kept->getToken();
$kept = null;
say('without autoRelease', $values() === [$token, $token]);
say('restored, released', RedisMultiLock::restore($keys, $token, server: $redis->address)->release());

$quick = new RedisMultiLock($keys, confirmRelease: false, server: $redis->address);
for ($n = 0, $done = 0; $n < 100; $n++) {
    $done += $quick->acquire(10.0) && $quick->release() ? 1 : 0;
}
say('unconfirmed', $done);
await('the last release', fn() => $values() === [null, null]);

[$master, $replica] = master_and_replicas();
$safe = new RedisMultiLock($keys, replicas: 1, server: $master->address);
say('one replica has it', [$safe->acquire(), $replica->ask('MGET', 'a', 'b') === array_fill(0, 2, $safe->getToken()), $safe->release()]);
$unsafe = new RedisMultiLock($keys, replicas: 2, wait: 0.0, server: "$master->address?read_timeout=1");
say('two do not', $unsafe->acquire());
say('nothing is left', $master->ask('MGET', 'a', 'b'));
?>
--EXPECT--
child: held, released: [false,false]
child: acquired: false
held, owned: [true,true]
holder of b: "transfer"
gone with the object: [null,null]
one token is one owner: [true,true,["me","me"],true,false,false]
a key that is ours already: [true,["me","me"],true,[null,null]]
a failed attempt with a token leaves none: [false,true]
without autoRelease: true
restored, released: true
unconfirmed: 100
one replica has it: [true,true,true]
two do not: false
nothing is left: [null,null]
