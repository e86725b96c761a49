--TEST--
If objects with locks at two suspended servers are destroyed in turn, each server costs one time-out
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$timeout = 2.0;
$servers = [RedisServer::start(), RedisServer::start()];
$measure = function () use ($servers, $timeout): float {
    for ($n = 0; $n < 8; $n++) {
        $locks[$n] = new RedisLock("k$n", ttl: 600.0, server: "{$servers[$n % 2]->address}?read_timeout=$timeout");
        $locks[$n]->acquire();
    }
    array_map(fn(RedisServer $server) => $server->suspend(), $servers);
    $start = now();
    for ($n = 0; $n < 8; $n++) {
        unset($locks[$n]);
    }
    $seconds = now() - $start;
    array_map(fn(RedisServer $server) => $server->resume(), $servers);
    foreach ($servers as $server) {
        await('the deletion', fn() => $server->locks() === []);
    }
    return $seconds;
};
say('time-outs', time_outs(least_of($measure, 3 * $timeout), $timeout));
?>
--EXPECT--
time-outs: 2
