--TEST--
If a server is suspended before sixteen unconfirmed releases on sixteen connections, the process's end waits as long as for one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$end_of = function (int $connections) use ($redis): float {
    $child = PhpChild::start(<<<'PHP'
        for ($n = 0; $n < $argv[2]; $n++) {
            $lock = new RedisLock("k$n", 600.0, 0.0, "$argv[1]?db=$n&read_timeout=2", confirmRelease: false);
            $lock->acquire();
            $lock->release(); // confirmed: the next one need not be
            $lock->acquire();
            $locks[] = $lock;
        }
        echo "held\n";
        hear();
        array_map(fn(RedisLock $lock) => $lock->release(), $locks);
        echo "released\n";
        PHP, [$redis->address, $connections]);
    $child->hear();
    $redis->suspend();
    $start = now();
    $child->tell('go');
    $child->hear();
    $child->finish();
    $took = now() - $start;
    $redis->resume();

    return $took;
};
$one = $end_of(1);
$all = $end_of(16);
say('waits for one', $one > 1.0);
say('for sixteen', $all < 2 * $one ? 'no longer' : "$one, $all");
?>
--EXPECT--
waits for one: true
for sixteen: "no longer"
