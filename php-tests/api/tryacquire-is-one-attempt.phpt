--TEST--
tryAcquire() on a lock of another client returns false after one command, and changes nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client', 'PX', '60000');
$redis->ask('CONFIG', 'RESETSTAT');
$lock = new RedisLock('k', wait: 30.0, server: $redis->address);

say('acquired', $lock->tryAcquire());
say('commands', $redis->commands());
say('held', $lock->isHeld());
say('value', $redis->ask('GET', 'k'));
$left = $redis->ask('PTTL', 'k');
say('expiry as it was', $left > 30_000 && $left <= 60_000);
say('released', $lock->release());
say('still there', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
acquired: false
commands: {"set":1}
held: false
value: "another-client"
expiry as it was: true
released: false
still there: 1
