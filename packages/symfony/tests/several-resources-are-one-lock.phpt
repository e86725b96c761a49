--TEST--
MultiLockFactory makes locks of several resources: they and locks of single resources exclude each other, and failures are Symfony's
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\MultiLockFactory;
use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
foreach (['' => 300, '?auto_renew=1&lease=20' => 20, '?prefix=app-' => 300] as $options => $lease) {
    $dsn = "redislock+$redis->address$options";
    $factory = MultiLockFactory::fromDsn($dsn . ($options === '' ? '?' : '&') . 'max_wait=0.1');
    $singles = new LockFactory(StoreFactory::createStore($dsn));
    $lock = $factory->createLock(['b', 'a']);
    say("options $options: acquired", [$lock->acquire(), $lock->isAcquired(), $lock->isExpired()]);
    say('  lifetime', lease_of($lease, (int) ($lock->getRemainingLifetime() * 1000 / 0.99)));
    $single = $singles->createLock('a');
    say('  a single one', $single->acquire());
    $lock->refresh();
    $lock->release();
    say('  released', [$lock->isAcquired(), $lock->getRemainingLifetime(), $single->acquire()]);
    say('  one is held', $lock->acquire());
    say('  for the whole wait', classes(fn() => $lock->acquire(true)));
    $single->release();
    say('  free again', $lock->acquire(true));
    $redis->ask('FLUSHALL');
    say('  lost', [classes($lock->refresh(...)), $lock->isAcquired()]);
    $lock = $factory->createLock(['a', 'c'], autoRelease: false);
    $lock->acquire();
    $lock = null;
    say('  left by its object', $factory->createLock(['c', 'd'])->acquire());
    $redis->ask('FLUSHALL');
}
$lock = MultiLockFactory::fromDsn("redislock+$redis->address")->createLock(['r'], 300.0);
$lock->acquire();
$lock->refresh(5.0);
$lock->refresh();
say('refreshed as at first', lease_of(300, $redis->ask('PTTL', 'r')));
foreach ([0.0, -1.0, 1e12, NAN] as $ttl) {
    say("refreshed for $ttl s", classes(fn() => $lock->refresh($ttl)));
}
$fiber = new Fiber(fn() => array_map(fn(string $method) => classes(fn() => $lock->$method()), ['acquire', 'release']));
$fiber->start();
say('in another fiber', $fiber->getReturn());
say('it is still held', $lock->isAcquired());
say('no resource', classes(fn() => $factory->createLock([])));
say('a bad option', classes(fn() => MultiLockFactory::fromDsn('redislock+redis://localhost?lease=x')));
$away = MultiLockFactory::fromDsn('redislock+unix:///nowhere');
say('no server', [classes(fn() => $away->createLock(['a'])->acquire()), $away->createLock(['a'])->isAcquired()]);
?>
--EXPECT--
options : acquired: [true,true,false]
  lifetime: 300
  a single one: false
  released: [false,null,true]
  one is held: false
  for the whole wait: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
  free again: true
  lost: [["Symfony\\Component\\Lock\\Exception\\LockConflictedException"],false]
  left by its object: false
options ?auto_renew=1&lease=20: acquired: [true,true,false]
  lifetime: 20
  a single one: false
  released: [false,null,true]
  one is held: false
  for the whole wait: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
  free again: true
  lost: [["Symfony\\Component\\Lock\\Exception\\LockConflictedException"],false]
  left by its object: false
options ?prefix=app-: acquired: [true,true,false]
  lifetime: 300
  a single one: false
  released: [false,null,true]
  one is held: false
  for the whole wait: ["Symfony\\Component\\Lock\\Exception\\LockConflictedException"]
  free again: true
  lost: [["Symfony\\Component\\Lock\\Exception\\LockConflictedException"],false]
  left by its object: false
refreshed as at first: 300
refreshed for 0 s: ["Symfony\\Component\\Lock\\Exception\\InvalidTtlException","ValueError"]
refreshed for -1 s: ["Symfony\\Component\\Lock\\Exception\\InvalidTtlException","ValueError"]
refreshed for 1000000000000 s: ["Symfony\\Component\\Lock\\Exception\\InvalidTtlException","ValueError"]
refreshed for NAN s: ["Symfony\\Component\\Lock\\Exception\\InvalidTtlException","ValueError"]
in another fiber: [["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","RedisLockException"],["Symfony\\Component\\Lock\\Exception\\LockReleasingException","RedisLockException"]]
it is still held: true
no resource: ["Symfony\\Component\\Lock\\Exception\\InvalidArgumentException","ValueError"]
a bad option: ["Symfony\\Component\\Lock\\Exception\\InvalidArgumentException","ValueError"]
no server: [["Symfony\\Component\\Lock\\Exception\\LockAcquiringException","RedisLockConnectionException"],false]
