--TEST--
If a quorum denies a refresh and the third server is to delete the key, detach() refuses the token until that is executed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$addresses = [$servers[0]->address, $servers[1]->address, $proxy->address];
$lock = new RedisLock('k', 30.0, server: array_map(fn($address) => "$address?read_timeout=0.5", $addresses));
acquire_on_all($lock, $servers);
[$servers[0]->ask('DEL', 'k'), $servers[1]->ask('DEL', 'k')];
$proxy->always('*', 'keep');
say('refreshed', $lock->refresh());
echo thrown(fn() => $lock->detach()), "\n";
?>
--EXPECTF--
refreshed: false
RedisLockException: Lock "k" on %s is not handed over: a deletion of its token had no answer and may still arrive; acquire it again
