--TEST--
Construction, isHeld() and the getters send nothing and open no connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('CONFIG', 'RESETSTAT');
$lock = new RedisLock('k', server: $redis->address);
$ask = function () use ($lock) {
    $lock->isHeld();
    $lock->getKey();
    $lock->getToken();
    $lock->getFence();
    $lock->getTtl();
    $lock->getRemaining();
    $lock->getWaited();
    RedisLock::stats();
};

$ask();
say('clients', $redis->clients());
say('commands', $redis->commands());
say('connections of this process', RedisLock::stats()['connections']);
$lock->acquire();
$ask();
say('commands', $redis->commands());
?>
--EXPECT--
clients: []
commands: []
connections of this process: 0
commands: {"set":1}
