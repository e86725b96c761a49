--TEST--
If a renewal gets no reply after refresh() to a much shorter lease, another connection is used before that lease ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$short = time_for(0.7);
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?read_timeout=3600", autoRenew: true);
$lock->acquire();
$lock->refresh(60.0);
await_renewals();
$proxy->seen();
// The server replies to refresh(), and not to the next renewal.
$proxy->on('EVALSHA', 'delay', 0.0)->on('EVALSHA', 'hang');
say('refreshed', $lock->refresh($short));
$refreshed = RedisLock::stats()['renewed'];
await('a renewal, or the end', fn() => !$lock->isHeld() || RedisLock::stats()['renewed'] > $refreshed);
say('held', $lock->isHeld());
say('lines', count(array_keys($proxy->seenNames(), 'HELLO')));
say('released', $lock->release());
?>
--EXPECT--
refreshed: true
held: true
lines: 1
released: true
