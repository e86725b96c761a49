--TEST--
10,000 cycles of renewed locks leave no additional thread, file or connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$cycles = is_slow() ? 500 : 10_000;
$cycle = function (int $n) use ($redis, $cycles) {
    $lock = new RedisLock('k' . $n % 7, server: $redis->address, autoRenew: true, abortOnLoss: $n % 2 === 0);
    $lock->acquire();
    if ($n % intdiv($cycles, 10) === 0) {
        await_renewals();
    }
    $lock->release();
};
$cycle(0);
$redis->clients(); // the test's own connection is open from here on
$before = [threads(), files(), RedisLock::stats()['connections'], count($redis->clients())];
for ($n = 1; $n <= $cycles; $n++) {
    $cycle($n);
}
say('grown', array_map(fn($after, $before) => $after - $before, [threads(), files(), RedisLock::stats()['connections'], count($redis->clients())], $before));
say('lost', RedisLock::stats()['lost']);
say('released', RedisLock::stats()['released'] - $cycles);
?>
--EXPECT--
grown: [0,0,0,0]
lost: 0
released: 1
