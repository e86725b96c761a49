--TEST--
Without a queue, a waiter asks less and less often, down to once per retryInterval
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$server = $redis->addressOfSleeper();
$redis->ask('CONFIG', 'RESETSTAT');
$lock = new RedisLock('k', server: $server);
$lock->acquire(1.5);
// 1, 2, 4 ... 64 and then about 75 ms: seven, and twenty more in 1.4 seconds, thirty with the luckiest jitter.
$attempts = RedisLock::stats()['attempts'];
say('not too often', $attempts <= 45);
say('often enough', $attempts >= 5);
say('commands on the server', array_sum(array_intersect_key($redis->commands(), ['set' => 0, 'evalsha' => 0])) === $attempts);

$slow = new RedisLock('k', retryInterval: 60.0, server: $server);
$before = RedisLock::stats()['attempts'];
$slow->acquire(1.5);
say('with a long retryInterval', RedisLock::stats()['attempts'] - $before <= 15);
?>
--EXPECT--
not too often: true
often enough: true
commands on the server: true
with a long retryInterval: true
