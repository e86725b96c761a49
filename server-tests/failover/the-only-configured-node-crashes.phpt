--TEST--
If the only configured node of a cluster crashes with the key, the other nodes keep the lock and its waiters
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
$kind = $cluster->kind();
$seed = $cluster->nodeOf('k');
$server = "redis-cluster://127.0.0.1:$seed->port";
$lock = new RedisLock('k', ttl: 30.0, autoRenew: true, server: $server);
say('acquired', $lock->acquire());
$waiter = waiting($server, 'k');
$waiter->tell('wait');
await_waiters($kind, 'k', 1);
await_copies($seed, 'k');
$cluster->killMasterOf('k');
$cluster->awaitHealthy();
$renewed = RedisLock::stats()['renewed'];
await('a renewal at the new master', fn() => !$lock->isHeld() || RedisLock::stats()['renewed'] > $renewed);
say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
await('the waiter', fn() => $cluster->nodeOf('k')->ask('EXISTS', '{k}:redislock:seat1') === 1);
say('released', $lock->release());
say('waiter', take_turns($waiter));
// A new client knows no other node.
echo 'a new process: ', preg_replace('/:\d{4,5}\b/', ':<port>', child('echo thrown(fn() => (new RedisLock("k", server: $argv[1]))->tryAcquire());', [$server])->finish()), "\n";
?>
--EXPECTF--
acquired: true
held, owned: [true,true]
released: true
waiter: ["true, released: true"]
a new process: RedisLockConnectionException: %s on redis-cluster://127.0.0.1:<port>: cannot connect: no node of the cluster leads to the key: redis://127.0.0.1:<port>: Connection refused (os error 111) (is the server running, and is its address right?)
