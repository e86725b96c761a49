--TEST--
A server with no connections left: an error, and the next call works once there are some
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['maxclients' => '2']);
$redis->ask('PING');
$second = $redis->connect();
$second->ask('PING');
$lock = new RedisLock('k', server: $redis->address);
echo strtok(failure(fn() => $lock->acquire()), ':'), "\n";
echo strtok(failure(fn() => $lock->isLocked()), ':'), "\n";
unset($second);
await('the end of a connection', fn() => $redis->clients() === []);
say('once there is one', $lock->acquire());
?>
--EXPECT--
RedisLockConnectionException
RedisLockConnectionException
once there is one: true
