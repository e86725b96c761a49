--TEST--
A script that ends with many locks at a halted server waits for it once; what it could not say is done when the server goes on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$timeout = 6.0;
$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$list = fn(int ...$which) => json_encode(array_map(fn(int $n) => "{$servers[$n]->address}?read_timeout=$timeout", $which));
$kinds = ['one' => [$list(0), false], 'renewed' => [$list(0), true], 'quorum' => [$list(0, 1, 2), false]];
foreach ($kinds as $kind => [$addresses, $renewed]) {
    $child = PhpChild::start(<<<'PHP'
        $addresses = json_decode($argv[1]);
        for ($n = 0; $n < 8; $n++) {
            $locks[] = $lock = new RedisLock("k$n", ttl: 600.0, server: count($addresses) > 1 ? $addresses : $addresses[0], autoRenew: (bool) $argv[2]);
            $lock->acquire();
        }
        say('taken', count($locks));
        hear();
        PHP, [$addresses, (int) $renewed]);
    $child->hear();
    $renewed && usleep(200_000); // no renewal is under way
    $servers[0]->halt();
    $servers[1]->halt();
    $start = now();
    $child->tell('end');
    $child->finish();
    say("$kind: time-outs", (int) round((now() - $start) / $timeout));
    $servers[0]->goOn();
    $servers[1]->goOn();
    foreach ($servers as $server) {
        await('the deletion', fn() => $server->locks() === []);
    }
}
?>
--EXPECT--
one: time-outs: 1
renewed: time-outs: 1
quorum: time-outs: 1
