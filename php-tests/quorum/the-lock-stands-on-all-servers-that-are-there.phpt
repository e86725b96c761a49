--TEST--
A majority decides, but all five get the lock, also over connections that are only being made
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 5));
$missing = 0;
for ($n = 0; $n < (is_slow() ? 3 : 20); $n++) {
    $child = PhpChild::start(<<<'PHP'
        $lock = new RedisLock($argv[1], ttl: 60.0, server: array_slice($argv, 2));
        echo json_encode($lock->acquire()), "\n";
        hear();
        PHP, ["k$n", ...array_column($servers, 'address')]);
    $child->hear() === 'true' || throw new RuntimeException('not acquired');
    foreach ($servers as $server) {
        try {
            await('the key', fn() => $server->ask('EXISTS', "k$n") === 1, 10.0);
        } catch (RuntimeException) {
            $missing++;
        }
    }
    $child->tell('end');
    $child->finish();
}
say('missing', $missing);
?>
--EXPECT--
missing: 0
