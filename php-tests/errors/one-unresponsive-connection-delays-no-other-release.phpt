--TEST--
If a script ends with several locks and only the first release's connection is unresponsive, another connection releases the other locks
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$proxies = array_map(fn(RedisServer $server) => FaultProxy::before($server), [$servers[0], $servers[1]]);
$list = fn(string ...$addresses) => json_encode(array_map(fn(string $address) => "$address?read_timeout=0.5", $addresses));
foreach (['one' => $list($proxies[0]->address), 'quorum' => $list($proxies[0]->address, $proxies[1]->address, $servers[2]->address)] as $kind => $addresses) {
    $left = function () use ($addresses, $servers, $proxies): int {
        $child = PhpChild::start(<<<'PHP'
            $addresses = json_decode($argv[1]);
            for ($n = 0; $n < 4; $n++) {
                $locks[$n] = new RedisLock("k$n", ttl: 600.0, server: count($addresses) > 1 ? $addresses : $addresses[0]);
                $locks[$n]->acquire() || say('not acquired', $n);
            }
            say('taken', $n);
            hear();
            PHP, [$addresses]);
        $child->hear() === 'taken: 4' || throw new RuntimeException('not acquired');
        array_map(fn(FaultProxy $proxy) => $proxy->on('*', 'keep'), $proxies);
        $child->tell('end');
        $child->finish();
        // The proxy handles the last bytes of the process between two requests.
        array_map(fn(FaultProxy $proxy) => [$proxy->seen(), $proxy->seen()], $proxies);
        $left = count($servers[0]->locks());
        array_map(fn(FaultProxy $proxy) => $proxy->reset(), $proxies);
        array_map(fn(RedisServer $server) => $server->ask('FLUSHALL'), $servers);
        return $left;
    };
    // On another connection an answer is awaited for a moment only. A proxy on a busy machine may miss it, but not each time.
    say("$kind, left", (int) least_of($left, 2, 20) <= 1);
}
?>
--EXPECT--
one, left: true
quorum, left: true
