--TEST--
If the reply to a change between share and lock is lost with its connection, the acquisition repeats it, with a wait and without
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['the lock' => false, 'a share' => true] as $what => $becomesShare) {
    foreach ([0.0, 60.0] as $wait) {
        $first = $becomesShare ? writer($redis, autoRelease: false) : reader($redis, autoRelease: false);
        $first->acquire();
        $lock = RedisLock::restore('k', $first->detach(), 600.0, $proxy->address, $wait, shared: $becomesShare, autoRelease: false);
        $proxy->on('EVALSHA 8', 'close')->on('EVAL 8', 'close');
        say("it becomes $what", [$lock->acquire(), $lock->isHeld(), $redis->ask('TYPE', 'k')]);
        $proxy->reset();
        say('goes on', [$lock->refresh(), $lock->isOwned(), $lock->release(), $redis->ask('EXISTS', 'k')]);
    }
}
?>
--EXPECT--
it becomes the lock: [true,true,"string"]
goes on: [true,true,true,0]
it becomes the lock: [true,true,"string"]
goes on: [true,true,true,0]
it becomes a share: [true,true,"zset"]
goes on: [true,true,true,0]
it becomes a share: [true,true,"zset"]
goes on: [true,true,true,0]
