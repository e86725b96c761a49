--TEST--
A server that cannot be reached is an error at once, also for a client that has just waited for the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', wait: 60.0, server: $redis->address);
foreach (['by a new connection' => true, 'by the old ones' => false] as $how => $is_used) {
    $redis->ask('SET', 'k', 'another-client', 'PX', 50);
    say('waited in the queue', [$lock->acquire(), RedisLock::stats()['contended'] > 0]);
    $lock->release();
    $is_used && $redis->killClients();
    $redis->stop();
    $start = now();
    say($how, failure($lock->acquire(...)));
    say('sooner than with a server that was reachable before', now() - $start < 5.0);
    $redis->restart();
}
?>
--EXPECT--
waited in the queue: [true,true]
by a new connection: "RedisLockConnectionException: Cannot acquire lock \"k\" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)"
sooner than with a server that was reachable before: true
waited in the queue: [true,true]
by the old ones: "RedisLockConnectionException: Cannot acquire lock \"k\" on unix://.../redis.sock: cannot connect: No such file or directory (os error 2) (is the server running, and is its address right?)"
sooner than with a server that was reachable before: true
