--TEST--
release() at a halted server that owes the answer to a renewal: one time-out, not one for each of the two
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$timeout = 6.0;
$lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=$timeout", autoRenew: true);
$redis->ask('SET', 'k', 'somebody');
$lock->tryAcquire();
$redis->ask('DEL', 'k');
$lock->acquire();
$redis->halt(); // before the thread's first look
usleep(200_000);
$start = now();
try {
    $lock->release();
} catch (RedisLockConnectionException) {
    say('time-outs', time_outs(now() - $start, $timeout));
}
$redis->goOn();
say('again', [$lock->release(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
time-outs: 1
again: [true,0]
