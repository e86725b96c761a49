--TEST--
If waiters with caller-supplied tokens have one server each and one of three has crashed, they do not block each other for ever
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$code = <<<'PHP'
    $list = array_slice($argv, 2);
    (new RedisLock("warm$argv[1]", server: $list))->acquire();
    echo "ready\n";
    while (($at = hear()) !== '') {
        $lock = new RedisLock('k', ttl: 60.0, wait: 20.0, server: $list, token: bin2hex(random_bytes(16)));
        while (hrtime(true) < (int) $at);
        $acquired = $lock->acquire();
        echo json_encode($acquired && $lock->release()), "\n";
    }
    PHP;
$waiters = array_map(fn(int $n) => PhpChild::start($code, [$n, ...addresses($servers)]), range(1, 2));
array_map(fn(PhpChild $waiter) => $waiter->hear(), $waiters);
$servers[0]->stop();
$acquired = 0;
for ($round = 0; $round < 8; $round++) {
    $at = hrtime(true) + 50_000_000;
    array_map(fn(PhpChild $waiter) => $waiter->tell((string) $at), $waiters);
    $acquired += count(array_filter($waiters, fn(PhpChild $waiter) => json_decode($waiter->hear())));
}
say('acquired', $acquired);
?>
--EXPECT--
acquired: 16
