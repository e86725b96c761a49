--TEST--
A server or proxy that closes the connection after every reply, or at every second command, costs reconnects and nothing else
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['last', 'once'] as $how) {
    $redis = RedisServer::start();
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: 60.0, server: $proxy->address);
    // Once without faults, so that the server knows the scripts.
    $lock->acquire();
    say('before', [$lock->acquire(), $lock->isOwned(), (new RedisLock('k', server: $proxy->address))->acquire(0.5), $lock->release()]);
    $proxy->always('*', $how);
    for ($n = 0; $n < 5; $n++) {
        say('round', [
            $lock->acquire(),
            $lock->refresh(),
            $lock->acquire(),
            $lock->isOwned(),
            $lock->isLocked(),
            (new RedisLock('k', server: $proxy->address))->tryAcquire(),
            (new RedisLock('k', server: $proxy->address))->acquire(0.02),
            $lock->release(),
            $lock->isLocked(),
            $lock->synchronized(fn() => 'worked'),
            $lock->tryAcquire(),
            $lock->release(),
            count($redis->locks()),
        ]);
    }
    $lock = null;
}
say('errors', RedisLock::stats()['errors']);
say('reconnects', RedisLock::stats()['reconnects'] > 20);
?>
--EXPECT--
before: [true,true,false,true]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
before: [true,true,false,true]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
round: [true,true,true,true,true,false,false,true,false,"worked",true,true,0]
errors: 0
reconnects: true
