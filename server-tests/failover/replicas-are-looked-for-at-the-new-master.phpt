--TEST--
After SENTINEL FAILOVER a lock with `replicas` is granted at the new master, although the old one claims to be master for seconds
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$waits = new RedisLock('waits', wait: 60.0, replicas: 1, server: $sentinels->server());
$tries = new RedisLock('tries', wait: 0.0, replicas: 1, server: $sentinels->server());
say('before', [$waits->acquire(), $waits->release(), $tries->acquire(), $tries->release()]);
$old = $sentinels->awaitMaster();
$sentinels->sentinels[0]->ask('SENTINEL', 'FAILOVER', Sentinels::MASTER);
$new = $sentinels->awaitMaster($old);
await('the old one to have no replica', fn() => $sentinels->at($old)->info('connected_slaves') === '0' || $sentinels->at($old)->ask('ROLE')[0] !== 'master');
await('the new one to have one', fn() => preg_match('/^slave\d+:.*state=online/m', $sentinels->at($new)->allInfo()) === 1);
say('the old one takes itself for a master', $sentinels->at($old)->ask('ROLE')[0]);
say('waits', [$waits->acquire(), $sentinels->at($new)->ask('GET', 'waits') === $waits->getToken()]);
say('the old one still does', $sentinels->at($old)->ask('ROLE')[0]);
say('tries', [$tries->acquire(), $tries->release(), $waits->release()]);
?>
--EXPECT--
before: [true,true,true,true]
the old one takes itself for a master: "master"
waits: [true,true]
the old one still does: "master"
tries: [true,true,true]
