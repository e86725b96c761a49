--TEST--
On a quorum a server votes for a multi-lock only if it has all keys for it; two that overlap exclude each other
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$addresses = array_column($servers, 'address');
$values = fn() => array_map(fn(RedisServer $server) => $server->ask('MGET', 'a', 'b'), $servers);
$lock = new RedisMultiLock(['a', 'b'], ttl: 600.0, server: $addresses);
$servers[0]->ask('SET', 'a', 'another-client');
say('one server has another owner of one key', $lock->tryAcquire());
say('the other two have the token', array_map(fn(array $pair) => $pair === [$lock->getToken(), $lock->getToken()], $values()));
say('released', [$lock->release(), $values()]);
$servers[1]->ask('SET', 'b', 'another-client');
say('another server has an owner of the other key', [$lock->tryAcquire(), $lock->getBlockedBy() !== null, $values()]);
$servers[0]->ask('DEL', 'a');
$servers[1]->ask('DEL', 'b');
$other = new RedisMultiLock(['b', 'c'], server: $addresses);
say('two that overlap', [$other->acquire(), $lock->tryAcquire(), $other->release(), $lock->acquire(10.0), $lock->release()]);

foreach ([[0, 300], [1, 300], [2, 600_000]] as [$n, $left]) {
    $servers[$n]->ask('SET', 'b', 'another-client', 'PX', $left); // so that the keys are taken in order
}
say('one server grants one key only', [$lock->acquire(60.0), $lock->release(), $values()]);
$servers[2]->ask('DEL', 'b');

$servers[2]->suspend();
say('one server is halted', [$lock->acquire(10.0), $lock->isOwned(), $lock->refresh(), $lock->release()]);
$servers[2]->resume();
?>
--EXPECT--
one server has another owner of one key: true
the other two have the token: [false,true,true]
released: [true,[["another-client",null],[null,null],[null,null]]]
another server has an owner of the other key: [false,true,[["another-client",null],[null,"another-client"],[null,null]]]
two that overlap: [true,false,true,true,true]
one server grants one key only: [true,true,[[null,null],[null,null],[null,"another-client"]]]
one server is halted: [true,true,true,true]
