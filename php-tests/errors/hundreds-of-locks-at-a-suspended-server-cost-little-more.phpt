--TEST--
If a script ends with hundreds of locks at a suspended server, all locks after the first one cost less than its time-out together
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$timeout = 4.0;
$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$list = fn(int ...$which) => json_encode(array_map(fn(int $n) => "{$servers[$n]->address}?read_timeout=$timeout", $which));
foreach (['one' => [$list(0), false], 'renewed' => [$list(0), true], 'quorum' => [$list(0, 1, 2), false]] as $kind => [$addresses, $renewed]) {
    $child = PhpChild::start(<<<'PHP'
        $addresses = json_decode($argv[1]);
        for ($n = 0; $n < 600; $n++) {
            $locks[$n] = new RedisLock("k$n", ttl: 600.0, server: count($addresses) > 1 ? $addresses : $addresses[0], autoRenew: (bool) $argv[2]);
            $locks[$n]->acquire();
        }
        say('taken', $n);
        hear();
        $start = now();
        unset($locks[0]);
        $first = now() - $start;
        $locks = [];
        say('less', now() - $start < 2 * $first);
        PHP, [$addresses, (int) $renewed]);
    $child->hear();
    $renewed && usleep(200_000); // no renewal is under way
    $servers[0]->suspend();
    $servers[1]->suspend();
    $child->tell('end');
    say($kind, $child->finish());
    $servers[0]->resume();
    $servers[1]->resume();
    if ($kind !== 'quorum') {
        await('the deletion', fn() => $servers[0]->locks() === []);
    }
}
?>
--EXPECT--
one: "less: true\n"
renewed: "less: true\n"
quorum: "less: true\n"
