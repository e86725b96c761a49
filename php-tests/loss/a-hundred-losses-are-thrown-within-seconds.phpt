--TEST--
If a hundred locks are lost at once, abortOnLoss throws a hundred exceptions within seconds, one for each lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$holder = PhpChild::start(<<<'PHP'
    require $argv[2];
    for ($n = 0; $n < 100; $n++) {
        $locks[$n] = new RedisLock("k$n", ttl: 600.0, server: $argv[1], autoRenew: true, abortOnLoss: true);
        $locks[$n]->acquire();
    }
    await('the looks', fn() => RedisLock::stats()['renewed'] >= 100);
    echo "held\n";
    $losses = [];
    // PHP does not check for interrupts from the beginning of `catch` until it is back in `try`.
    try {
        more:
        while (count($losses) < 100) {
            compute(0.001);
        }
        echo "heard all\n";
        compute(0.2);
    } catch (RedisLockLostException $loss) {
        $losses[] = $loss;
        goto more;
    }
    say('losses, different ones', [count($losses), count(array_unique(array_map(fn($loss) => $loss->getMessage(), $losses)))]);
    PHP, [$redis->address, __DIR__ . '/../inc/renewal.php']);
$holder->hear();
$redis->ask('FLUSHALL');
$start = now();
echo $holder->hear(), "\n";
say('within seconds', now() - $start < time_for(15.0) ? true : now() - $start);
echo $holder->finish();
?>
--EXPECT--
heard all
within seconds: true
losses, different ones: [100,100]
