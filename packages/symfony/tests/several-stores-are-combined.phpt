--TEST--
In a CombinedStore of three stores a majority decides, the loss of a minority does not end the lock, and a release frees all
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$held = fn() => array_map(fn(RedisServer $server) => $server->ask('EXISTS', 'k'), $servers);
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $stores = array_map(fn(RedisServer $server) => new RedisLockStore($server->address, autoRenew: $autoRenew), $servers);
    $factory = new LockFactory(new CombinedStore($stores, new ConsensusStrategy()));
    $lock = $factory->createLock('k');
    say('acquired', [$lock->acquire(), $lock->isAcquired(), $held()]);
    say('by another one', $factory->createLock('k')->acquire());
    $servers[0]->ask('DEL', 'k');
    say('deleted on one', [$lock->isAcquired(), $lock->isExpired()]);
    $lock->refresh(100.0);
    say('refreshed', [$lock->isAcquired(), $lock->isExpired(), $held()]);
    $lock->release();
    say('released', [$lock->isAcquired(), $held()]);

    // An attempt that fails leaves nothing behind.
    $servers[0]->ask('SET', 'k', 'of another client');
    $servers[1]->ask('SET', 'k', 'of another client');
    say('held by others on two', [$lock->acquire(), $held()]);
    $servers[0]->ask('DEL', 'k');
    $servers[1]->ask('DEL', 'k');
}
$servers[2]->stop();
say('one is unreachable', [$lock->acquire(), $lock->isAcquired()]);
$lock->release();
say('released', $servers[0]->ask('EXISTS', 'k') + $servers[1]->ask('EXISTS', 'k'));
?>
--EXPECT--
not renewed:
acquired: [true,true,[1,1,1]]
by another one: false
deleted on one: [true,false]
refreshed: [true,false,[0,1,1]]
released: [false,[0,0,0]]
held by others on two: [false,[1,1,0]]
renewed:
acquired: [true,true,[1,1,1]]
by another one: false
deleted on one: [true,false]
refreshed: [true,false,[0,1,1]]
released: [false,[0,0,0]]
held by others on two: [false,[1,1,0]]
one is unreachable: [true,true]
released: 0
