--TEST--
A server that closes each connection after the first reply is usable, although NOSCRIPT is such a reply
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['last', 'once'] as $how) {
    $redis = RedisServer::start();
    $proxy = FaultProxy::before($redis)->always('*', $how);
    $failed = [];
    foreach (['plain' => [], 'fenced' => ['fenced' => true], 'shared' => ['shared' => true]] as $kind => $options) {
        $lock = new RedisLock($kind, ...$options + ['ttl' => 60.0, 'server' => $proxy->address]);
        for ($n = 0; $n < 30; $n++) {
            foreach (['acquire', 'refresh', 'isOwned', 'isLocked', 'release'] as $method) {
                $redis->ask('SCRIPT', 'FLUSH');
                try {
                    $lock->$method() || $failed[] = "$kind: $method";
                } catch (RedisLockException $e) {
                    $failed[] = "$kind: $method: {$e->getMessage()}";
                }
            }
        }
    }
    say($how, array_count_values($failed));
}
?>
--EXPECT--
last: []
once: []
