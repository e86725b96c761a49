--TEST--
100 children of a process with renewed locks, each with a renewed lock of its own, at once: no error, and the parent notices nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$children = is_slow() ? 10 : 100;
$ttl = time_for(3.0);
$locks = [];
for ($n = 0; $n < 10; $n++) {
    $locks[] = $lock = new RedisLock("parent$n", ttl: $ttl, server: $redis->address, autoRenew: true);
    $lock->acquire();
}
await_renewals(10);
$before = [threads(), files(), RedisLock::stats()['connections']];
$pids = [];
for ($n = 0; $n < $children; $n++) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        $own = new RedisLock("child$n", ttl: 30.0, server: $redis->address, autoRenew: true);
        $ok = $own->acquire();
        await_renewals();
        $stats = RedisLock::stats();
        exit($ok && $own->release() && $stats['errors'] === 0 && $stats['lost'] === 0 ? 0 : 1);
    }
    $pids[] = $pid;
}
$failed = 0;
foreach ($pids as $pid) {
    pcntl_waitpid($pid, $status);
    $failed += $status === 0 ? 0 : 1;
}
say('failed', $failed);
say('changed in the parent', array_map(fn($after, $before) => $after - $before, [threads(), files(), RedisLock::stats()['connections']], $before));
say('held', count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld() && $lock->isOwned())));
say('lost, errors', [RedisLock::stats()['lost'], RedisLock::stats()['errors']]);
$locks = [];
unset($lock);
say('keys', $redis->ask('DBSIZE'));
?>
--EXPECT--
failed: 0
changed in the parent: [0,0,0]
held: 10
lost, errors: [0,0]
keys: 0
