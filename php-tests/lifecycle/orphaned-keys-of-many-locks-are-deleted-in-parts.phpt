--TEST--
If forty locks end while their server cannot be reached, the next calls delete their keys, at most sixteen in each call
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
for ($n = 0; $n < 3; $n++) {
    say('locked', $lock->isLocked());
    say('  left', count($redis->ask('KEYS', 'k*')));
}
?>
--EXPECT--
left: 40
locked: false
  left: 24
locked: false
  left: 8
locked: false
  left: 0
