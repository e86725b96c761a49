--TEST--
If a server closes the connection with every reply to a renewal, the lock stays held, and the rate of new connections is limited
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$ttl = time_for(0.7);
$lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
$lock->acquire();
await_renewals();
$proxy->always('EVALSHA', 'last')->seen();
$start = now();
pause(3 * $ttl);
say('held', $lock->isHeld());
say('lost', RedisLock::stats()['lost']);
$lines = count(array_keys($proxy->seenNames(), 'HELLO'));
$seconds = now() - $start;
// Ten a second, and a few more at the beginning.
say('lines', $lines > 1 && $lines < 5 + 12 * $seconds ?: [$lines, $seconds]);
$proxy->reset();
say('released', $lock->release());
?>
--EXPECT--
held: true
lost: 0
lines: true
released: true
