--TEST--
With a list of servers, a Key that reads cannot acquire(), and one that writes cannot acquireRead(); the Key keeps its lock
--FILE--
<?php
require __DIR__ . '/inc.php';
require __DIR__ . '/../../../php-tests/inc/quorum.php';

use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

$servers = servers(3);
$dsn = 'redislock+' . implode(',', addresses($servers));
foreach (['not renewed' => false, 'renewed' => true] as $how => $autoRenew) {
    echo "$how:\n";
    $factory = new LockFactory(StoreFactory::createStore($dsn . ($autoRenew ? '?auto_renew=1' : '')));
    [$one, $two] = [$factory->createLock('k'), $factory->createLock('k')];
    say('both read', [$one->acquireRead(), $two->acquireRead()]);
    say('one is not to wait for itself', thrown(fn() => $one->acquire(true)));
    say('nor to write', [$one->acquire(), $one->isAcquired(), $two->isAcquired()]);
    $two->release();
    say('nor alone', [$one->acquire(), $one->isAcquired(), $two->acquire()]);
    $one->release();
    say('once it has been released', [$one->acquire(true), $two->acquireRead()]);
    say('nor the reverse', thrown(fn() => $one->acquireRead(true)));
    say('it writes on', [$one->acquireRead(), $one->isAcquired(), $two->acquireRead()]);
    $one->release();
    say('once it has been released', [$one->acquireRead(true), $two->acquireRead()]);
    $one->release();
    $two->release();
    await_nothing_left($servers);
}

// There is nothing to go on with if its share is lost.
$lock = (new LockFactory(new RedisLockStore(addresses($servers))))->createLock('k');
$lock->acquireRead();
await('the last server, which decides nothing', fn() => holders($servers, 'k') === 3);
array_map(fn(RedisServer $server) => $server->ask('DEL', 'k'), $servers);
say('of a share that is lost', $lock->acquire(true));
await('a lock on all', fn() => array_unique(array_map(fn(RedisServer $server) => $server->ask('TYPE', 'k'), $servers)) === ['string']);
?>
--EXPECT--
not renewed:
both read: [true,true]
one is not to wait for itself: "Symfony\\Component\\Lock\\Exception\\LockConflictedException: The lock \"k\" is held for reading, and a list of servers cannot turn that into writing: release() it first, and acquire it then."
nor to write: [false,true,true]
nor alone: [false,true,false]
once it has been released: [true,false]
nor the reverse: "Symfony\\Component\\Lock\\Exception\\LockConflictedException: The lock \"k\" is held for writing, and a list of servers cannot turn that into reading: release() it first, and acquire it then."
it writes on: [false,true,false]
once it has been released: [true,true]
renewed:
both read: [true,true]
one is not to wait for itself: "Symfony\\Component\\Lock\\Exception\\LockConflictedException: The lock \"k\" is held for reading, and a list of servers cannot turn that into writing: release() it first, and acquire it then."
nor to write: [false,true,true]
nor alone: [false,true,false]
once it has been released: [true,false]
nor the reverse: "Symfony\\Component\\Lock\\Exception\\LockConflictedException: The lock \"k\" is held for writing, and a list of servers cannot turn that into reading: release() it first, and acquire it then."
it writes on: [false,true,false]
once it has been released: [true,true]
of a share that is lost: true
