--TEST--
On every server the key is a plain string with the token, so a client that uses SET NX PX and a lock exclude each other
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), ttl: 600.0, server: $kind->server);
$lock->acquire();
// A quorum is a majority: a server that is slow to connect is left out, until the next acquisition.
await('all servers', fn() => array_unique($kind->askAll($key, 'GET', $key)) === [$lock->getToken()] || !($lock->release() && $lock->acquire()));
say('types', array_unique($kind->askAll($key, 'TYPE', $key)));
say('without an expiry', array_filter($kind->askAll($key, 'PTTL', $key), fn(int $left) => $left < 0));
say('a foreign client', array_unique($kind->askAll($key, 'SET', $key, 'foreign', 'NX', 'PX', 60_000)));
say('released', $lock->release());
await('all servers', fn() => array_unique($kind->askAll($key, 'EXISTS', $key)) === [0]);
say('a foreign client', array_unique($kind->askAll($key, 'SET', $key, 'foreign', 'NX', 'PX', 60_000)));
say('we', [$lock->tryAcquire(), $lock->acquire(0.05), $lock->isLocked()]);
say('the foreign client releases', array_unique($kind->askAll($key, 'EVAL', "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1])", 1, $key, 'foreign')));
say('we', $lock->tryAcquire());
?>
--EXPECT--
types: ["string"]
without an expiry: []
a foreign client: [null]
released: true
a foreign client: ["OK"]
we: [false,false,true]
the foreign client releases: [1]
we: true
