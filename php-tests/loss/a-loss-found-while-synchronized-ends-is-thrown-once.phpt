--TEST--
With abortOnLoss, a loss that a renewal finds while synchronized() releases the lock is thrown once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 30.0, server: $proxy->address, autoRenew: true, abortOnLoss: true);
$thrown = 0;
for ($n = 0; $n < 2; $n++) {
    try {
        $n === 0 && $lock->synchronized(function () use ($redis, $proxy) {
            $redis->connect()->ask('DEL', 'k');
            $proxy->always('EVALSHA', 'delay', 0.8)->always('EVAL', 'delay', 0.8);
            pause(0.4);
        });
        compute(0.1);
    } catch (RedisLockLostException) {
        $thrown++;
    }
}
say('thrown', $thrown);
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
thrown: 1
lost: 1
