--TEST--
If the key of a held lock is replaced by another type, the lock is lost, and the key is not changed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$locks = [];
foreach (['isOwned', 'refresh', 'release'] as $method) {
    $lock = $locks[] = new RedisLock($method, server: $redis->address);
    $lock->acquire();
    $redis->ask('DEL', $method);
    $redis->ask('ZADD', $method, '1', 'member');
    say($method, $lock->$method());
    say('held', $lock->isHeld());
}
$lock = new RedisLock('dropped', server: $redis->address);
$lock->acquire();
$redis->ask('DEL', 'dropped');
$redis->ask('HSET', 'dropped', 'a', 'b');
unset($lock, $locks);
foreach (['isOwned', 'refresh', 'release', 'dropped'] as $key) {
    say($key, [$redis->ask('TYPE', $key), $redis->ask('PTTL', $key)]);
}
say('counted', [RedisLock::stats()['lost'], RedisLock::stats()['errors']]);
?>
--EXPECT--
isOwned: false
held: false
refresh: false
held: false
release: false
held: false
isOwned: ["zset",-1]
refresh: ["zset",-1]
release: ["zset",-1]
dropped: ["hash",-1]
counted: [4,0]
