--TEST--
After a call without a reply, the lifetime of a Key ends with the lease of before. After a release that fails, the end of the Key prolongs nothing
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;
use Symfony\Component\Semaphore\Semaphore;
use Symfony\Component\Semaphore\SemaphoreFactory;

$redis = RedisServer::start();
$address = "$redis->address?read_timeout=60";
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => throw new DomainException('of the handler'));

$locks = new LockFactory(new RedisLockStore($address));
$renewed = new LockFactory(new RedisLockStore($address, autoRenew: true));
$semaphores = new SemaphoreFactory(new RedisSemaphoreStore($address));
$cases = [
    'a lock, acquired again' => [fn() => $locks->createLock('k', 90.0), 'acquire', fn(Lock $lock) => $lock->acquire()],
    'a lock, refreshed' => [fn() => $locks->createLock('k', 90.0), 'acquire', fn(Lock $lock) => $lock->refresh(500.0)],
    'a read lock that becomes a lock' => [fn() => $locks->createLock('k', 90.0), 'acquireRead', fn(Lock $lock) => $lock->acquire()],
    'a lock that becomes a read lock' => [fn() => $locks->createLock('k', 90.0), 'acquire', fn(Lock $lock) => $lock->acquireRead()],
    'a renewed read lock that becomes a lock' => [fn() => $renewed->createLock('k', 90.0), 'acquireRead', fn(Lock $lock) => $lock->acquire()],
    'permits, acquired again' => [fn() => $semaphores->createSemaphore('k', 2, 1, 90.0), 'acquire', fn(Semaphore $permits) => $permits->acquire()],
    'permits, refreshed' => [fn() => $semaphores->createSemaphore('k', 2, 1, 90.0), 'acquire', fn(Semaphore $permits) => $permits->refresh(500.0)],
];
foreach ($cases as $what => [$new, $acquire, $call]) {
    $lock = $new();
    $lock->$acquire();
    $end = microtime(true) + ($lock->getRemainingLifetime() ?? 30.0); // what is renewed has the lease of the store
    $redis->suspend();
    pcntl_alarm(1);
    $classes = classes(fn() => $call($lock));
    $left = $lock->getRemainingLifetime();
    $isBounded = $left !== null && $left <= $end - microtime(true) + 0.01;
    $redis->resume();
    say($what, [basename(strtr($classes[0], '\\', '/')), end($classes), $isBounded, $lock->isExpired()]);
    unset($lock);
    $redis->ask('FLUSHALL');
}

$renewedSemaphores = new SemaphoreFactory(new RedisSemaphoreStore($address, autoRenew: true));
$cases = [
    'a renewed lock' => fn() => $renewed->createLock('k', 500.0, autoRelease: false),
    'renewed permits' => fn() => $renewedSemaphores->createSemaphore('k', 2, 1, 500.0, false),
];
foreach ($cases as $what => $new) {
    $lock = $new();
    $lock->acquire();
    $redis->ask('ACL', 'SETUSER', 'default', '-eval', '-evalsha');
    $classes = classes($lock->release(...));
    $redis->ask('ACL', 'SETUSER', 'default', '+@all');
    unset($lock);
    say("$what whose release fails", [basename(strtr($classes[0], '\\', '/')), $redis->ask('PTTL', $redis->locks()[0] ?? 'none') <= 30_001]);
    $redis->ask('FLUSHALL');
}

// A waiting change is undone, and the read lock renewed, before the exception.
$other = $locks->createLock('k', 90.0);
$other->acquireRead();
$lock = $renewed->createLock('k', 90.0);
$lock->acquireRead();
pcntl_alarm(1);
$classes = classes(fn() => $lock->acquire(true));
say('a renewed read lock whose wait is ended', [end($classes), $lock->isAcquired(), $lock->getRemainingLifetime()]);
unset($lock, $other);

// The other stores' answers count.
$servers = [$redis, RedisServer::start(), RedisServer::start()];
$stores = array_map(fn(RedisServer $server) => new RedisLockStore("$server->address?read_timeout=60"), $servers);
$lock = (new LockFactory(new CombinedStore($stores, new ConsensusStrategy())))->createLock('combined', 90.0);
$lock->acquire();
$redis->ask('ACL', 'SETUSER', 'default', '-eval', '-evalsha');
$lock->refresh(500.0);
say('one of three stores without an answer: the lifetime is that of the others', lease_of(500, (int) ($lock->getRemainingLifetime() * 1000)));
$redis->ask('ACL', 'SETUSER', 'default', '+@all');
unset($lock);

// A loss of another lock may end a release.
$lost = new RedisLock('lost', ttl: 3.0, server: $servers[1]->address, autoRenew: true, abortOnLoss: true);
$lost->acquire();
pcntl_signal(SIGALRM, fn() => $servers[1]->ask('DEL', 'lost'));
$lock = $renewed->createLock('k', 500.0, autoRelease: false);
$lock->acquire();
$redis->suspend();
pcntl_alarm(1);
$classes = classes($lock->release(...));
$redis->resume();
unset($lock);
say('a renewed lock whose release a loss ends', [end($classes), $redis->ask('PTTL', 'k') <= 30_001]);
?>
--EXPECT--
a lock, acquired again: ["LockAcquiringException","DomainException",true,false]
a lock, refreshed: ["LockAcquiringException","DomainException",true,false]
a read lock that becomes a lock: ["LockAcquiringException","DomainException",true,false]
a lock that becomes a read lock: ["LockAcquiringException","DomainException",true,false]
a renewed read lock that becomes a lock: ["LockAcquiringException","DomainException",true,false]
permits, acquired again: ["RuntimeException","DomainException",true,false]
permits, refreshed: ["RuntimeException","DomainException",true,false]
a renewed lock whose release fails: ["LockReleasingException",true]
renewed permits whose release fails: ["SemaphoreReleasingException",true]
a renewed read lock whose wait is ended: ["DomainException",true,null]
one of three stores without an answer: the lifetime is that of the others: 500
a renewed lock whose release a loss ends: ["RedisLockLostException",true]
