--TEST--
The first release on a connection asks for the server's commands: at a suspended server it costs one time-out, not two
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$timeout = 6.0;
$lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=$timeout");
$lock->acquire();
$redis->suspend();
$start = now();
try {
    $lock->release();
} catch (RedisLockConnectionException $exception) {
    $seconds = now() - $start;
    say('time-outs', time_outs($seconds, $timeout));
}
$redis->resume();
say('again', [$lock->release(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
time-outs: 1
again: [true,0]
