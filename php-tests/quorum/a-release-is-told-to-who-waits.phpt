--TEST--
Who waits for a lock on three servers has it a few round trips after its release, also by hand, and while one of them halts or does not tell
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
// A round that finds its servers asleep is the unit: the release, the news and the attempt are three of the kind.
$say = fn(string $what, float $rounds) => say($what, $rounds <= 10 ? 'soon' : "$rounds rounds");

$all = new Handover($servers);
$say('released', $all->rounds($hold));
$say('deleted by hand on two of them', $all->rounds(function () use ($servers): callable {
    array_map(fn(RedisServer $server) => $server->ask('SET', 'k', 'somebody'), $servers);
    return fn() => array_map(fn(RedisServer $server) => $server->ask('DEL', 'k'), array_slice($servers, 1));
}));
$servers[0]->ask('DEL', 'k');

$some = new Handover($servers, [...addresses(array_slice($servers, 0, 2)), $servers[2]->addressOfSleeper()]);
$say('one of them refuses to tell', $some->rounds($hold));

$servers[2]->halt();
$say('one of them is halted', $all->rounds($hold));
$servers[2]->goOn();
$servers[2]->stop();
$say('one of them is dead', $all->rounds($hold));
?>
--EXPECT--
released: "soon"
deleted by hand on two of them: "soon"
one of them refuses to tell: "soon"
one of them is halted: "soon"
one of them is dead: "soon"
