--TEST--
A renewed lock on a server that is given by its name and restarts empty: the thread looks the name up, and hears of the loss
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('the name localhost'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start(tcp: true);
$lock = new RedisLock('k', ttl: 600.0, server: "redis://localhost:$redis->port", autoRenew: true);
say('acquired', $lock->acquire());
$redis->restart();
await('the loss', fn() => !$lock->isHeld());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
lost: 1
