--TEST--
If a server of a quorum is suspended during a renewal, a release does not wait for it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$addresses = array_map(fn(RedisServer $server) => "$server->address?read_timeout=20", $servers);
$cycle = function () use ($addresses) {
    $lock = new RedisLock('k', ttl: 60.0, server: $addresses, autoRenew: true);
    $lock->acquire();
    pause(0.1); // until the thread has looked, or waits for an answer
    $start = now();
    $released = $lock->release();
    return [$released, now() - $start];
};
$cycle();
$servers[2]->suspend();
[$released, $seconds] = $cycle();
// The read timeout of the suspended server is 20 seconds.
say('released', [$released, $seconds < 10.0]);
$servers[2]->resume();
?>
--EXPECT--
released: [true,true]
