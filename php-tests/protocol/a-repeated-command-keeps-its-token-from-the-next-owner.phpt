--TEST--
If a release or a shorter refresh() was repeated on a new connection, its generated token is not taken over while the first may arrive
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['release' => fn($lock) => $lock->release(), 'shorter' => fn($lock) => $lock->refresh(1.0)] as $key => $call) {
    $lock = new RedisLock($key, 60.0, server: $proxy->address, autoRelease: false);
    $lock->acquire() && $lock->refresh(50.0) && $lock->release() && $lock->acquire(); // the server knows the scripts
    $token = $lock->getToken();
    foreach (['EVALSHA', 'DELEX', 'DELIFEQ'] as $command) {
        $proxy->on($command, 'lose');
    }
    say($key, $call($lock));
    $proxy->reset();
    $restored = RedisLock::restore($key, $token, 60.0, $redis->address, wait: 0.0, autoRelease: false);
    say('  taken over', strtok(thrown(fn() => $restored->acquire()), ':'));
    say('  the late command', $proxy->deliver());
}
?>
--EXPECT--
release: true
  taken over: "RedisLockConnectionException"
  the late command: 1
shorter: true
  taken over: "RedisLockConnectionException"
  the late command: 1
