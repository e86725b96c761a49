--TEST--
A reply that arrives byte by byte is one reply
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$proxy->always('*', 'split', 0.005);
$lock = new RedisLock('k', server: $proxy->address);
say('acquired', $lock->acquire());
say('refreshed', $lock->refresh());
say('owned', $lock->isOwned());
say('locked', $lock->isLocked());
say('released', $lock->release());
say('locked', $lock->isLocked());
say('one connection', RedisLock::stats()['connections'] + RedisLock::stats()['reconnects']);
?>
--EXPECT--
acquired: true
refreshed: true
owned: true
locked: true
released: true
locked: false
one connection: 1
