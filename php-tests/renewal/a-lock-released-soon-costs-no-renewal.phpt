--TEST--
A renewed lock that is released within a moment costs the server two commands and no further connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, autoRenew: true);
$lock->acquire() && $lock->release();
$redis->ask('CONFIG', 'RESETSTAT');
say('both', $lock->acquire() && $lock->release());
say('commands', array_intersect_key($redis->commands(), ['set' => 0, 'evalsha' => 0, 'hello' => 0]));
?>
--EXPECT--
both: true
commands: {"evalsha":1,"set":1}
