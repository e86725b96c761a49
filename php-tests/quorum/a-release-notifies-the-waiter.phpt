--TEST--
A release on three servers notifies the queued waiter at once, also while one server is suspended or the first sends no invalidation message
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
// The unit is the time of a waiter without an invalidation message.
$sleeper = new Handover($servers, array_map(fn(RedisServer $server) => $server->addressOfSleeper(), $servers));
$unnotified = $sleeper->seconds($hold);
$sleeper->waiter->finish();
$lateness = lateness();
$say = fn(string $what, float $seconds) => say($what, $seconds <= $unnotified / 3 + $lateness() ? 'soon' : "$seconds s, and $unnotified s without an invalidation message");

$all = new Handover($servers);
$say('released', $all->seconds($hold));
$say('deleted by hand on two of them', $all->seconds(function () use ($servers): callable {
    array_map(fn(RedisServer $server) => $server->ask('SET', 'k', 'another-client'), $servers);
    return fn() => array_map(fn(RedisServer $server) => $server->ask('DEL', 'k'), array_slice($servers, 0, 2));
}));
$servers[2]->ask('DEL', 'k');
$deletedInTurn = function () use ($servers): callable {
    array_map(fn(RedisServer $server) => $server->ask('SET', 'k', 'another-client'), $servers);
    return function () use ($servers) {
        $servers[0]->ask('DEL', 'k');
        await_attempts($servers[0], 4); // one before it queued, and three without success
        array_map(fn(RedisServer $server) => $server->ask('DEL', 'k'), array_slice($servers, 1));
    };
};
$longest = max(array_map(fn() => $all->seconds($deletedInTurn, times: 1), range(1, 6)));
say('deleted first by the one where it queues', $longest < 10.0 * $unnotified ? 'soon' : "$longest s"); // its retry interval is 60 s

$some = new Handover($servers, [...addresses(array_slice($servers, 0, 2)), $servers[2]->addressOfSleeper()]);
$say('one of them refuses to tell', $some->seconds($hold));

$first = new Handover($servers, [$servers[0]->addressOfSleeper(), ...addresses(array_slice($servers, 1))]);
$say('the first refuses to tell', $first->seconds($hold));

$release = $hold();
$all->begin();
array_map(fn(RedisServer $server) => $server->killClients(), $servers);
$say('its connections are killed', $all->end($release));

$servers[2]->suspend();
$say('one of them is suspended', $all->seconds($hold));
$servers[2]->resume();
$servers[2]->stop();
$say('one of them has crashed', $all->seconds($hold));
?>
--EXPECT--
released: "soon"
deleted by hand on two of them: "soon"
deleted first by the one where it queues: "soon"
one of them refuses to tell: "soon"
the first refuses to tell: "soon"
its connections are killed: "soon"
one of them is suspended: "soon"
one of them has crashed: "soon"
