--TEST--
autoRenew keeps a lock on five servers, two of which are killed, and notices when a majority has lost it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$lock = new RedisLock('k', ttl: 0.6, server: addresses($servers), autoRenew: true);
say('acquired', $lock->acquire());
await('renewals', fn() => RedisLock::stats()['renewed'] > 10);
$servers[0]->stop();
$servers[1]->stop();
$before = hrtime(true);
await('two leases', fn() => hrtime(true) - $before > 1_200_000_000);
say('held, owned', [$lock->isHeld(), $lock->isOwned()]);
$servers[2]->ask('DEL', 'k');
await('the loss', fn() => !$lock->isHeld());
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
held, owned: [true,true]
lost: 1
