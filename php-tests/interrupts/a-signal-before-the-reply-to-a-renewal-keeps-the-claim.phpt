--TEST--
If a handler's exception comes shortly before the reply that detach() awaits, the claim stays, because no code gets the token
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () { throw new DomainException(); });
    $lock = new RedisLock('k', ttl: 60.0, autoRenew: true, server: "$argv[1]?read_timeout=60");
    while (hear() === 'acquire') {
        $lock->acquire();
        echo "acquired\n";
        $token = null;
        try {
            hear();
            $token = $lock->detach();
            usleep(10_000_000); // until the signal
        } catch (DomainException) {
        }
        echo $token !== null ? 'the token' : ($lock->isHeld() ? 'the claim' : 'neither'), "\n";
        $lock->isHeld() && $lock->release();
    }
    PHP, [$redis->address]);
$kept = [];
for ($n = 0; $n < 20; $n++) {
    $redis->ask('DEL', 'k');
    $child->tell('acquire');
    $child->hear();
    $redis->suspend(); // before the first renewal
    usleep(80_000);
    $child->tell('detach');
    usleep(15_000 + 500 * $n);
    exec("kill -USR1 {$child->processId()}");
    usleep(2_000);
    $redis->resume();
    $kept[] = $child->hear();
}
say('neither', count(array_keys($kept, 'neither')));
$child->tell('');
$child->finish();
?>
--EXPECT--
neither: 0
