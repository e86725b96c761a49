--TEST--
If a server cannot be reached, Symfony's exceptions are thrown with the extension's as previous; a release may be repeated
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$store = new RedisLockStore("$proxy->address?user=default&pass=&read_timeout=1.5");
$key = new Key('k');
$lock = (new LockFactory($store))->createLockFromKey($key, autoRelease: false);
say('acquired', $lock->acquire());

$proxy->always('*', 'refuse');
say('refresh', classes(fn() => $lock->refresh()));
say('isAcquired', classes(fn() => $lock->isAcquired()));
say('release', classes(fn() => $lock->release()));
$other = (new LockFactory($store))->createLock('other', autoRelease: false);
say('acquire', classes(fn() => $other->acquire()));
say('save', classes(fn() => $store->save(new Key('other'))));
say('delete', classes(fn() => $store->delete($key)));
$proxy->reset();
$lock->release();
say('released after all', $redis->ask('EXISTS', 'k'));
say('acquired after all', $other->acquire());

// A name that Redis could not have.
foreach (['none' => '', 'long' => str_repeat('x', 70_000)] as $what => $name) {
    say($what, [thrown(fn() => $store->save(new Key($name))), classes(fn() => (new LockFactory($store))->createLock($name)->acquire())]);
}

// A fiber's lock is that fiber's.
$fibers = (new LockFactory($store))->createLock('fiber', autoRelease: false);
$fiber = new Fiber(function () use ($fibers): void {
    $fibers->acquire();
    Fiber::suspend();
    $fibers->release();
});
$fiber->start();
say('release in another fiber', classes(fn() => $fibers->release()));
say('  it is still held', [$fibers->isAcquired(), $redis->ask('EXISTS', 'fiber')]);
$fiber->resume();
say('in its own', $redis->ask('EXISTS', 'fiber'));

// A lock that is lost.
$redis->ask('DEL', 'other');
say('refresh of a lost one', classes(fn() => $other->refresh()));
$other->release();
say('its release', 'no news');
?>
--EXPECT--
acquired: true
refresh: ["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"]
isAcquired: ["Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"]
release: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockConnectionException"]
acquire: ["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"]
save: ["Symfony\\Component\\Lock\\Exception\\LockStorageException","RedisLockConnectionException"]
delete: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockConnectionException"]
released after all: 0
acquired after all: true
none: ["Symfony\\Component\\Lock\\Exception\\InvalidArgumentException: The name of a lock, with the prefix, must be between 1 and 65,536 bytes long.",["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","Symfony\\Component\\Lock\\Exception\\InvalidArgumentException","ValueError"]]
long: ["Symfony\\Component\\Lock\\Exception\\InvalidArgumentException: The name of a lock, with the prefix, must be between 1 and 65,536 bytes long.",["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","Symfony\\Component\\Lock\\Exception\\InvalidArgumentException","ValueError"]]
release in another fiber: ["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockException"]
  it is still held: [true,1]
in its own: 0
refresh of a lost one: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
its release: "no news"
