--TEST--
If the server restarts empty while a lock is held, release() returns false, and later locks work
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['release', 'refresh', 'isOwned', 'unset'] as $method) {
    $lock = new RedisLock('k', server: $redis->address);
    $lock->acquire();
    $redis->restart();
    say('held, as far as is known', $lock->isHeld());
    if ($method === 'unset') {
        unset($lock);
    } else {
        say($method, $lock->$method());
        say('held', $lock->isHeld());
    }
    $later = new RedisLock('k', server: $redis->address);
    say('a later lock', [$later->acquire(), $later->isOwned(), $later->release()]);
}
say('counted', array_intersect_key(RedisLock::stats(), ['lost' => 0, 'errors' => 0, 'reconnects' => 0]));
?>
--EXPECT--
held, as far as is known: true
release: false
held: false
a later lock: [true,true,true]
held, as far as is known: true
refresh: false
held: false
a later lock: [true,true,true]
held, as far as is known: true
isOwned: false
held: false
a later lock: [true,true,true]
held, as far as is known: true
a later lock: [true,true,true]
counted: {"lost":4,"reconnects":4,"errors":0}
