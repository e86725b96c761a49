--TEST--
abortOnLoss throws nothing if a call on the lock reports the loss, even if a pending renewal finds it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
foreach (['release', 'acquire', 'refresh'] as $method) {
    $redis->ask('DEL', 'k');
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: 30.0, server: "$proxy->address?read_timeout=30", autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    // The first renewal is pending, and its reply is a loss.
    $redis->ask('DEL', 'k');
    $proxy->always('EVALSHA', 'delay', 0.8)->always('EVAL', 'delay', 0.8);
    pause(0.4);
    $lost = RedisLock::stats()['lost'];
    $thrown = 0;
    try {
        $lock->$method();
        compute(0.1);
    } catch (RedisLockLostException) {
        $thrown++;
    }
    say("$method: thrown", $thrown);
    say('  lost, at most once', RedisLock::stats()['lost'] - $lost <= 1);
    $proxy->reset();
    unset($lock);
}
?>
--EXPECT--
release: thrown: 0
  lost, at most once: true
acquire: thrown: 0
  lost, at most once: true
refresh: thrown: 0
  lost, at most once: true
