--TEST--
A socket file without a listening process is an error
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$stale = "$redis->directory/stale.sock";
fclose(stream_socket_server("unix://$stale"));
say('the file is there', file_exists($stale));
echo failure(fn() => (new RedisLock('k', server: "unix://$stale"))->acquire()), "\n";
echo failure(fn() => (new RedisLock('k', server: "unix://$redis->directory/log"))->acquire()), "\n";
echo strtok(failure(fn() => (new RedisLock('k', server: 'unix:///' . str_repeat('long/', 50) . 'sock'))->acquire()), ':'), "\n";
?>
--EXPECT--
the file is there: true
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../stale.sock: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../log: cannot connect: Connection refused (os error 111) (is the server running, and is its address right?)
ValueError
