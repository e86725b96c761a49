--TEST--
A hundred renewed readers or permit holders keep their shares, however often others come and go
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
foreach (['readers' => fn(...$options) => reader($redis, ...$options), 'permits' => fn(...$options) => semaphore($redis, 500, ...$options)] as $kind => $one) {
    $held = [];
    for ($n = 0; $n < 120; $n++) {
        $held[] = $holder = $one(ttl: 9.0, autoRenew: true);
        $holder->acquire();
    }
    $before = RedisLock::stats();
    $other = $one();
    $times = 0;
    await('three renewals of each', function () use ($other, &$times, $before) {
        $other->acquire();
        $other->release();
        $times++;
        return RedisLock::stats()['lost'] > $before['lost'] || RedisLock::stats()['renewed'] >= $before['renewed'] + 3 * 120;
    });
    say("$kind: another holder came and went", $times > 0);
    say('held', count(array_filter($held, fn($holder) => $holder->isHeld())));
    say('lost', RedisLock::stats()['lost'] - $before['lost']);
    say('released', count(array_filter($held, fn($holder) => $holder->release())));
}
?>
--EXPECT--
readers: another holder came and went: true
held: 120
lost: 0
released: 120
permits: another holder came and went: true
held: 120
lost: 0
released: 120
