--TEST--
If one of three servers gets a shorter lease late and the majority depends on it, no lease outlives the majority
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$lock = new RedisLock('k', ttl: 30.0, server: [$servers[0]->address, $servers[1]->address, $proxy->address]);
// They learn the scripts.
$lock->acquire() && $lock->refresh() && $lock->refresh(20.0) && $lock->release();

acquire_on_all($lock, $servers);
$proxy->on('EVALSHA', 'lose');
say('refreshed by two', $lock->refresh(8.0));
$servers[1]->stop();
say('refreshed by the other two', $lock->refresh(30.0));
say('arrived', $proxy->deliver());
$left = $servers[2]->ask('PTTL', 'k') / 1000;
$counted = $lock->getRemaining();
say('counted on', $counted > 0.0);
say('longer than a majority has it', $counted > $left);
say('released', $lock->release());

// With all answers there is nothing that could come late.
$servers[1]->restart();
say('acquired', $lock->acquire());
say('refreshed', [$lock->refresh(8.0), $lock->refresh(30.0)]);
say('counts in full', $lock->getRemaining() > 20.0);
?>
--EXPECT--
refreshed by two: true
refreshed by the other two: true
arrived: 1
counted on: true
longer than a majority has it: false
released: true
acquired: true
refreshed: [true,true]
counts in full: true
