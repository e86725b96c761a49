--TEST--
With abortOnLoss, a loss that a renewal finds while synchronized() gives the lock back is thrown once, and PHP goes on
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
            $proxy->always('EVALSHA', 'delay', time_for(0.2))->always('EVAL', 'delay', time_for(0.2));
            pause(time_for(0.1));
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
