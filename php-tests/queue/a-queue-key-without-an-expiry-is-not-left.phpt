--TEST--
A user without permission for PEXPIRE leaves no key of the queue without an expiry
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '+@all', '-pexpire');
$waiter = waiter($redis, address: "$redis->address?user=app&pass=p");
enqueue_waiters($redis, [$waiter]);
$redis->ask('DEL', 'k');
say('acquires', json_decode($waiter->hear())[0]);
$left = array_filter($redis->ask('KEYS', '*:redislock:*'), fn($key) => $redis->ask('PTTL', $key) === -1);
say('without expiry', array_values($left));
?>
--EXPECT--
acquires: true
without expiry: []
