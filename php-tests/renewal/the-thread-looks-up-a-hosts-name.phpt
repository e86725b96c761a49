--TEST--
If a server given by its host name goes away, the thread looks the name up, and the lock lasts as long as its lease
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('the name localhost'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start(tcp: true);
$lock = new RedisLock('k', ttl: time_for(0.7), server: "redis://localhost:$redis->port", autoRenew: true);
say('acquired', $lock->acquire());
await_renewals();
$redis->stop();
say('held without the server', $lock->isHeld());
await('the end of the lease', fn() => !$lock->isHeld());
await('the loss to be counted', fn() => RedisLock::stats()['lost'] === 1);
say('released', $lock->release());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
held without the server: true
released: false
lost: 1
