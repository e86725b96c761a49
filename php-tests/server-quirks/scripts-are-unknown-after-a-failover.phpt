--TEST--
If a server does not know the scripts, as after a failover, each script costs one more round trip, once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$proxy = FaultProxy::before($master);
$lock = new RedisLock('k', ttl: 600.0, fenced: true, server: $proxy->address);
say('before', [$lock->acquire(), $lock->refresh(), $lock->release()]);
// A client that takes a lock again at once checks for waiters, by another script.
usleep(10_000);
$lock->acquire();
await('the replica', fn() => $replica->ask('GET', 'k') === $lock->getToken());
swap($master, $replica);
$proxy->leadTo($replica);
$master->killClients();
$lock->isLocked(); // by a new connection, however late the client notices that the old one is closed
$proxy->seen();
foreach (['refresh', 'release', 'acquire', 'refresh', 'release', 'acquire'] as $method) {
    $method === 'acquire' && usleep(10_000);
    say($method, [$lock->$method(), array_values(array_diff($proxy->seenNames(), ['COMMAND']))]);
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
before: [true,true,true]
refresh: [true,["EVALSHA","EVAL"]]
release: [true,["EVALSHA","EVAL"]]
acquire: [true,["EVALSHA","EVAL"]]
refresh: [true,["EVALSHA"]]
release: [true,["EVALSHA"]]
acquire: [true,["EVALSHA"]]
errors: 0
