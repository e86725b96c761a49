--TEST--
refresh() sets the expiry, and a lock from restoreLock() can do everything that the owner may do
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');
$left = fn() => $redis->ask('PTTL', $redis->locks()[0]);

$lock = $cache->lock('a', 20);
say('before the acquisition', $lock->refresh());
$lock->get();
foreach ([null, 50, 5, null, 0] as $seconds) { // no argument: the 20 seconds of the lock
    say('refresh by ' . shown($seconds), [$lock->refresh($seconds), $left() > 9e11 ? 'for good' : lease_of($seconds ?? 20, $left())]);
}
$restored = $cache->restoreLock('a', $lock->owner());
say('restored', [$restored->refresh(30), lease_of(30, $left()), $restored->isOwnedByCurrentProcess(), $restored->get(), $restored->release(), $redis->locks()]);
say('restored, without seconds', [$lock->get(), $cache->restoreLock('a', $lock->owner())->refresh(), $left() > 9e11 ? 'for good' : $left(), $lock->release()]);
say('of another owner', [$lock->get(), $cache->restoreLock('a', 'another-client')->refresh(40), lease_of(20, $left())]);

// The owner's changes elsewhere count, whatever this process's clock says.
$short = $cache->lock('b', 1);
$short->get();
$cache->restoreLock('b', $short->owner())->refresh(60);
usleep(1_100_000);
say('prolonged elsewhere', [$short->isOwnedByCurrentProcess(), $short->release()]);
?>
--EXPECT--
before the acquisition: false
refresh by null: [true,20]
refresh by 50: [true,50]
refresh by 5: [true,5]
refresh by null: [true,20]
refresh by 0: [true,"for good"]
restored: [true,30,true,false,true,[]]
restored, without seconds: [true,true,"for good",true]
of another owner: [true,false,20]
prolonged elsewhere: [true,true]
