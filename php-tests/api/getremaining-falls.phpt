--TEST--
getRemaining() falls to zero during the lease, and isHeld() is false then
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 1.0, server: $redis->address);

$lock->acquire();
$acquired = now();
$earlier = $lock->getRemaining();
usleep(20_000);
$later = $lock->getRemaining();
say('falls by the time that passes', $earlier === 0.0 || $earlier - $later > 0.015);
await('the end of the lease', fn() => !$lock->isHeld());
say('ends before the ttl, seen from the acquisition', $lock->getRemaining());
// Drift: 1 % and 2 ms are held back, so the key may outlive the lease, never the other way round.
say('sent nothing to find out', RedisLock::stats()['lost']);
await('the end of the key', fn() => $redis->ask('EXISTS', 'k') === 0);
say('released', $lock->release());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
falls by the time that passes: true
ends before the ttl, seen from the acquisition: 0.0
sent nothing to find out: 0
released: false
lost: 1
