--TEST--
With autoRenew a lock survives two crashed servers of five and one suspended server; it is lost when a majority has lost it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/renewal.php';

$servers = servers(5);
$lock = new RedisLock('k', ttl: is_slow() ? 15.0 : 6.0, server: addresses($servers), autoRenew: true);
$held = fn() => array_map(fn(RedisServer $server) => $server->ask('GET', 'k') === $lock->getToken(), array_slice($servers, 0, 3));

acquire_on_all($lock, $servers);
await_renewals();
$servers[3]->stop();
$servers[4]->suspend();
$end = now() + 2 * $lock->getTtl();
await('two leases later', fn() => !$lock->isHeld() || now() > $end);
say('held', [$lock->isHeld(), $lock->isOwned(), ...$held()]);
// One of the three servers that are left, so there is no majority of five any more.
$servers[2]->ask('DEL', 'k');
await('the loss', fn() => !$lock->isHeld());
say('counted', array_intersect_key(RedisLock::stats(), ['lost' => 0, 'released' => 0]));
say('released', $lock->release());
// The keys on the minority are deleted, so no client has to wait for their expiry.
say('left', array_map(fn(RedisServer $server) => $server->ask('EXISTS', 'k'), array_slice($servers, 0, 3)));
$servers[4]->resume();
?>
--EXPECT--
held: [true,true,true,true,true]
counted: {"released":0,"lost":1}
released: false
left: [0,0,0]
