--TEST--
A forked child is excluded by its parent's locks, renewed or not, and frees none of them by its release or its end
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$redis = RedisServer::start();
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $factory = new LockFactory(new RedisLockStore($redis->address, autoRenew: $autoRenew));
    $key = new Key('k');
    $lock = $factory->createLockFromKey($key, 200.0);
    $lock->acquire();
    $token = $redis->ask('GET', 'k');
    $isThere = fn() => $redis->ask('GET', 'k') === $token;
    $most = $autoRenew ? 30_000 : $redis->ask('PTTL', 'k'); // the parent's renewals begin 50 ms after the acquisition

    echo in_child(fn() => say('a child', $lock->isAcquired()));
    say('after its end', $isThere());
    echo in_child(function () use ($lock, $key) {
        say('a child refreshes', classes(fn() => $lock->refresh(1000.0)));
        $lock->release();
        unset($GLOBALS['lock'], $GLOBALS['key'], $lock, $key);
    });
    say('after its release', [$isThere(), $redis->ask('PTTL', 'k') <= $most]);
    echo in_child(fn() => say('a child acquires', $lock->acquire()));
    say('after that', $isThere());
    echo in_child(function () use ($key, $redis, $autoRenew) {
        $store = new RedisLockStore($redis->address, autoRenew: $autoRenew);
        say('a child with a store of its own', $store->exists($key));
        $store->delete($key);
    });
    say('after its deletion', [$isThere(), $lock->isAcquired()]);
    $lock->release();
    echo in_child(function () use ($lock) {
        say('a child acquires, once it is free', [$lock->acquire(), $lock->isAcquired()]);
    });
    say('after its end', $redis->ask('EXISTS', 'k'));
    say('the parent', $lock->isAcquired());
}

echo "Two servers:\n";
$servers = [$redis, RedisServer::start()];
$held = fn() => array_map(fn(RedisServer $server) => (string) $server->ask('GET', 'k'), $servers);
$store = new CombinedStore(array_map(fn(RedisServer $server) => new RedisLockStore($server->address, autoRenew: true), $servers), new ConsensusStrategy());
$lock = (new LockFactory($store))->createLockFromKey($key = new Key('k'), 200.0);
$lock->acquire();
$before = $held();
echo in_child(fn() => say('a child acquires', $lock->acquire()));
echo in_child(fn() => say('a child ends', null));
say('the parent\'s are there', $held() === $before);
$servers[0]->ask('DEL', 'k');
$servers[1]->ask('DEL', 'k');
echo in_child(function () use ($lock, $key, $held) {
    say('a child acquires, once it is free', [$lock->acquire(), $lock->isAcquired(), count(array_filter($held()))]);
});
say('after its end', $held());
?>
--EXPECT--
not renewed:
a child: false
after its end: true
a child refreshes: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
after its release: [true,true]
a child acquires: false
after that: true
a child with a store of its own: false
after its deletion: [true,true]
a child acquires, once it is free: [true,true]
after its end: 0
the parent: false
renewed:
a child: false
after its end: true
a child refreshes: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
after its release: [true,true]
a child acquires: false
after that: true
a child with a store of its own: false
after its deletion: [true,true]
a child acquires, once it is free: [true,true]
after its end: 0
the parent: false
Two servers:
a child acquires: false
a child ends: null
the parent's are there: true
a child acquires, once it is free: [true,true,2]
after its end: ["",""]
