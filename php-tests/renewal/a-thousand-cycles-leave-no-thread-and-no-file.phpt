--TEST--
1,000 times acquire and release of renewed locks, some of them renewed: no thread, file or connection more
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$cycle = function (int $n) use ($redis) {
    $lock = new RedisLock('k' . $n % 7, server: $redis->address, autoRenew: true, abortOnLoss: $n % 2 === 0);
    $lock->acquire();
    if ($n % 100 === 0) {
        await_renewals();
    }
    $lock->release();
};
$cycle(0);
$redis->clients(); // the test's own connection is open from here on
$before = [threads(), files(), RedisLock::stats()['connections'], count($redis->clients())];
for ($n = 1; $n <= 1_000; $n++) {
    $cycle($n);
}
say('grown', array_map(fn($after, $before) => $after - $before, [threads(), files(), RedisLock::stats()['connections'], count($redis->clients())], $before));
say('lost', RedisLock::stats()['lost']);
say('released', RedisLock::stats()['released']);
?>
--EXPECT--
grown: [0,0,0,0]
lost: 0
released: 1001
