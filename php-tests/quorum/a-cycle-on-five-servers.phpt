--TEST--
A lock on five servers is acquired by a majority, excludes others, and is refreshed, handed over and released everywhere
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$lock = new RedisLock('k', server: addresses($servers));
$other = new RedisLock('k', server: addresses($servers));
say('acquired', $lock->acquire());
say('on a majority', holders($servers, 'k') >= 3);
say('held, owned, locked', [$lock->isHeld(), $lock->isOwned(), $other->isLocked()]);
say('the other one', $other->tryAcquire());
say('refreshed', $lock->refresh(60));
say('remaining', $lock->getRemaining() > 50);
$token = $lock->detach();
$restored = RedisLock::restore('k', $token, server: addresses($servers));
say('restored is owned', $restored->isOwned());
say('released', $restored->release());
await_nothing_left($servers);
say('synchronized', $other->synchronized(fn() => 'done'));
await_nothing_left($servers);
say('one of one', (new RedisLock('k', server: [$servers[0]->address]))->synchronized(fn() => 'done'));
?>
--EXPECT--
acquired: true
on a majority: true
held, owned, locked: [true,true,true]
the other one: false
refreshed: true
remaining: true
restored is owned: true
released: true
synchronized: "done"
one of one: "done"
