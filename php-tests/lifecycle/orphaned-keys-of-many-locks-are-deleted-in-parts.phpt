--TEST--
If forty locks end while their server cannot be reached, each of the next calls deletes some of their keys, at most sixteen
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$locks = [];
for ($n = 0; $n < 40; $n++) {
    $locks[] = $lock = new RedisLock("k$n", ttl: 600.0, server: $proxy->address);
    $lock->acquire();
}
unset($lock);
foreach (['EVALSHA', 'EVAL', 'COMMAND'] as $command) {
    $proxy->always($command, 'refuse');
}
$locks = [];
say('left', count($redis->ask('KEYS', 'k*')));
$proxy->reset();
$lock = new RedisLock('another', server: $proxy->address);
for ($left = 40; $left > 0; $left = $now) {
    $lock->isLocked();
    $now = count($redis->ask('KEYS', 'k*'));
    // On a busy machine the time for that may end after the first one.
    $now < $left && $now >= $left - 16 || throw new RuntimeException("after $left there are $now");
}
say('left', $left);
?>
--EXPECT--
left: 40
left: 0
