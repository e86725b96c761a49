--TEST--
On a quorum, acquire() of a restored, fenced lock does not give it up if one of the servers that have it is late
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$list = [$servers[0]->address, $servers[1]->address, "$proxy->address?read_timeout=2"];
$lock = new RedisLock('k', 300.0, server: addresses($servers), fenced: true, autoRelease: false);
acquire_on_all($lock, $servers);
$token = $lock->detach();
$servers[1]->ask('SET', 'k', 'another', 'PX', '300000');
$restored = RedisLock::restore('k', $token, 300.0, $list, fenced: true);
say('refreshed', $restored->refresh());
$proxy->on('EVALSHA', 'late', 3.0);
$proxy->on('EVAL', 'late', 3.0);
say('acquired', [$restored->acquire(0.0), $restored->isHeld()]);
?>
--EXPECT--
refreshed: true
acquired: [false,true]
