--TEST--
The work may call the lock's methods: they do what they always do
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address);

$lock->synchronized(function (RedisLock $lock) use ($redis) {
    say('asks', [$lock->isHeld(), $lock->isOwned(), $lock->isLocked(), $lock->getKey(), $lock->getRemaining() > 15.0]);
    say('refresh', $lock->refresh(90.0));
    say('refreshed', $redis->ask('PTTL', 'k') > 45_000);
    say('acquire', $lock->acquire());
    say('tryAcquire', $lock->tryAcquire());
});
say('key', $redis->ask('EXISTS', 'k'));

$lock->synchronized(fn() => say('released by the work', $lock->release()));
say('key', $redis->ask('EXISTS', 'k'));

$lock->synchronized(function () use ($lock) {
    $lock->release();
    say('released and acquired again by the work', $lock->acquire());
});
say('key', $redis->ask('EXISTS', 'k'));

$lock->synchronized(fn() => say('detached by the work', strlen($lock->detach())));
say('key', $redis->ask('EXISTS', 'k'));
RedisLock::restore('k', $lock->getToken(), server: $redis->address)->release();

$lock->acquire();
say('on a lock that is held already', $lock->synchronized(fn() => $lock->isOwned()));
say('it is released', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
asks: [true,true,true,"k",true]
refresh: true
refreshed: true
acquire: true
tryAcquire: true
key: 0
released by the work: true
key: 0
released and acquired again by the work: true
key: 0
detached by the work: 32
key: 1
on a lock that is held already: true
it is released: 0
