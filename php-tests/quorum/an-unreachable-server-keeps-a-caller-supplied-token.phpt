--TEST--
A server that a release did not reach later deletes a generated token; a caller-supplied token stays there until its TTL ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$list = [$servers[0]->address, $servers[1]->address, $proxy->address];
$generated = new RedisLock('generated', ttl: 600.0, server: $list);
$given = new RedisLock('caller-supplied', ttl: 600.0, server: $list, token: 'T');
acquire_on_all($generated, $servers);
acquire_on_all($given, $servers);
$proxy->always('*', 'refuse');
say('released', [$generated->release(), $given->release()]);
$proxy->reset();
$next = new RedisLock('next', server: $list);
await('the deletion', fn() => $next->acquire() && $next->release() && holders($servers, 'generated') === 0);
say('hold the given token', [holders($servers, 'caller-supplied'), $servers[2]->ask('PTTL', 'caller-supplied') > 500_000]);
?>
--EXPECT--
released: [true,true]
hold the given token: [1,true]
