--TEST--
With wait: 0.3 a lock whose lease ends after 0.29 seconds is acquired
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach ([0.1, 60.0] as $retryInterval) {
    for ($round = 0; $round < 5; $round++) {
        $lock = new RedisLock('k', wait: 0.3, retryInterval: $retryInterval, server: $redis->address);
        do {
            $contended = RedisLock::stats()['contended'];
            $redis->ask('SET', 'k', 'the holder', 'PX', '290');
            $acquired = $lock->acquire();
            // On a busy machine the lease may have run out before we came: that was no wait.
            $waited = RedisLock::stats()['contended'] > $contended;
            $acquired && $waited || $lock->release();
        } while (!$waited);
        say('acquired', $acquired);
        say('released', $lock->release());
    }
}
?>
--EXPECT--
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
acquired: true
released: true
