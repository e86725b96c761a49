--TEST--
A script ends with several locks, and only the connection of the first release is silent: the others are released on another one
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$proxies = array_map(fn(RedisServer $server) => FaultProxy::before($server), [$servers[0], $servers[1]]);
$list = fn(string ...$addresses) => json_encode(array_map(fn(string $address) => "$address?read_timeout=2", $addresses));
foreach (['one' => $list($proxies[0]->address), 'quorum' => $list($proxies[0]->address, $proxies[1]->address, $servers[2]->address)] as $kind => $addresses) {
    $child = PhpChild::start(<<<'PHP'
        $addresses = json_decode($argv[1]);
        for ($n = 0; $n < 4; $n++) {
            $locks[$n] = new RedisLock("k$n", ttl: 600.0, server: count($addresses) > 1 ? $addresses : $addresses[0]);
            $locks[$n]->acquire();
        }
        say('taken', $n);
        hear();
        PHP, [$addresses]);
    $child->hear();
    array_map(fn(FaultProxy $proxy) => $proxy->on('*', 'keep'), $proxies);
    $child->tell('end');
    $child->finish();
    // What was sent as last words goes through the proxy, which may still be on its way when the process has ended.
    await('the release of the others', fn() => array_diff($servers[0]->locks(), ['k0']) === []);
    say("$kind", 'the others are released');
    array_map(fn(FaultProxy $proxy) => $proxy->behave(), $proxies);
    array_map(fn(RedisServer $server) => $server->ask('FLUSHALL'), $servers);
}
?>
--EXPECT--
one: "the others are released"
quorum: "the others are released"
