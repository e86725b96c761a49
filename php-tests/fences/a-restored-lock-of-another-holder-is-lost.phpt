--TEST--
If acquire() of a restored, fenced lock finds another holder, the lock is not held any more
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$first = new RedisLock('k', 600.0, 0.0, $redis->address, fenced: true);
$first->acquire();
$restored = RedisLock::restore('k', $first->detach(), 600.0, $redis->address, fenced: true);
say('refreshed', [$restored->refresh(), $restored->isHeld()]);
$redis->ask('DEL', 'k');
$other = new RedisLock('k', 600.0, 0.0, $redis->address, fenced: true);
say('another holder', $other->acquire());
say('acquired', [$restored->acquire(0.0), $restored->isHeld(), $restored->getRemaining()]);
say('released', [$restored->release(), $other->isOwned()]);
?>
--EXPECT--
refreshed: [true,true]
another holder: true
acquired: [false,false,0.0]
released: [false,true]
