--TEST--
After the server has refused a deletion, calls of other locks do not repeat it; the lock itself deletes its key as soon as that is permitted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
foreach ([true, false] as $confirms) {
    $redis->ask('FLUSHALL');
    $redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '+@all', 'resetkeys', '~*');
    $server = "$redis->address?user=app&pass=p&read_timeout=" . ($confirms ? 7 : 8);
    $other = new RedisLock('other', server: $server);
    $other->synchronized(fn() => null);
    $locks = [];
    for ($n = 0; $n < 20; $n++) {
        $locks[] = $lock = new RedisLock("k$n", ttl: 600.0, server: $server, confirmRelease: $confirms);
        $lock->acquire();
    }
    $redis->ask('ACL', 'SETUSER', 'app', 'resetkeys', '~other', '~{other}:*');
    foreach ($locks as $lock) {
        $said = thrown($lock->release(...));
    }
    say('a release', $confirms ? str_contains($said, 'NOPERM') : $said);
    unset($lock);
    $locks = [];
    // Sixteen at a time.
    say('two calls of another lock', [$other->isLocked(), $other->isLocked()]);
    $redis->ask('CONFIG', 'RESETSTAT');
    for ($n = 0; $n < 100; $n++) {
        $other->acquire();
        $other->release();
    }
    preg_match_all('/rejected_calls=(\d+)/', $redis->ask('INFO', 'commandstats'), $rejected);
    $count = array_sum($rejected[1]);
    say('refused in a hundred cycles', $count <= 20 ?: $count);
    $redis->ask('ACL', 'SETUSER', 'app', 'resetkeys', '~*');
    say('its own lock', (new RedisLock('k7', wait: 0.0, server: $server))->acquire());
}
?>
--EXPECT--
a release: true
two calls of another lock: [false,false]
refused in a hundred cycles: true
its own lock: true
a release: "nothing thrown, returned true"
two calls of another lock: [false,false]
refused in a hundred cycles: true
its own lock: true
