--TEST--
A waiter whom a majority does not tell of the release, or whose connections are killed before it, finds out at its next attempt, and is told the next time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/handover.php';

$servers = servers(3);
$lock = new RedisLock('k', ttl: 600.0, server: addresses($servers));
$hold = function () use ($lock): callable {
    $lock->acquire();
    return $lock->release(...);
};

$most = [$servers[0]->address, $servers[1]->addressOfSleeper(), $servers[2]->addressOfSleeper()];
$untold = new Handover($servers, $most);
$release = $hold();
$untold->begin(5);
$untold->end($release);
say('two refuse to tell', 'acquired');
$polled = $untold->seconds($hold);

$told = new Handover($servers);
$release = $hold();
$told->begin(5);
array_map(fn(RedisServer $server) => $server->killClients(), $servers);
$told->end($release);
say('killed', 'acquired');
$seconds = $told->seconds($hold);
say('and then', $seconds <= $polled / 3 ? 'soon' : "$seconds s, and $polled s if it is not told");
?>
--EXPECT--
two refuse to tell: "acquired"
killed: "acquired"
and then: "soon"
