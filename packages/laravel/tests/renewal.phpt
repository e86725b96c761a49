--TEST--
With lock_renew a lock is renewed while its object lives, and keeps its full seconds afterwards; a killed job frees it after the lease
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$keys = ['lock_renew' => true, 'lock_lease' => 6];
$cache = caches($redis, $keys)->store('redis');
$left = fn() => $redis->ask('PTTL', $redis->locks()[0]);
$isLeased = fn(int $seconds) => $left() <= $seconds * 1000 + 1;

// A job longer than its lease and its seconds, while another one waits.
$job = laravel_child(<<<'PHP'
    caches_at($argv[1], ['lock_renew' => true, 'lock_lease' => 6])->store('redis')->lock('job', 7)->get(function () {
        echo "working\n";
        sleep(60);
    });
    PHP, $redis);
$job->hear();
say('while it runs no more than the lease', $isLeased(6));
say('waited without success for longer than its seconds', str_replace('_:', '_', thrown(fn() => $cache->lock('job', 1)->block(9))));
$job->kill();
$killed = now();
say('free after one lease', [$cache->lock('job', 60)->block(30), now() - $killed < 2 * 6]);
$cache->lock('job')->forceRelease();

foreach ([100 => '100 seconds', 0 => 'for good'] as $seconds => $what) {
    $lock = $cache->lock('a', $seconds);
    $lock->get();
    $first = $isLeased(6);
    $before = RedisLock::stats()['renewed'];
    await('a renewal', fn() => RedisLock::stats()['renewed'] > $before);
    unset($lock);
    say("$what: a lease first, all seconds after its object", [$first, $seconds ? lease_of($seconds, $left()) === $seconds : $left() > 9e11]);
    $cache->lock('a')->forceRelease();
}
foreach ([100, 0] as $seconds) {
    $lock = $cache->lock('a', $seconds);
    $lock->get();
    $redis->ask('ACL', 'SETUSER', 'default', '-eval', '-evalsha');
    $isThrown = thrown($lock->release(...)) !== 'nothing thrown, returned true';
    $redis->ask('ACL', 'SETUSER', 'default', '+@all');
    unset($lock);
    say("$seconds seconds, and a release that fails: its object prolongs nothing", [$isThrown, $isLeased(6)]);
    $cache->lock('a')->forceRelease();
}
// A loss of another lock may end a release.
$another = RedisServer::start();
$lost = new RedisLock('lost', ttl: 3.0, server: $another->address, autoRenew: true, abortOnLoss: true);
$lost->acquire();
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn() => $another->ask('DEL', 'lost'));
$lock = caches($redis, $keys, ['read_timeout' => 60])->store('redis')->lock('a', 100);
$lock->get();
$redis->suspend();
pcntl_alarm(1);
$thrown = strstr(thrown($lock->release(...)), ':', true);
$redis->resume();
unset($lock);
say('a release that a loss ends', [$thrown, $isLeased(6)]);
$cache->lock('a')->forceRelease();
$lock = $cache->lock('a', 100);
$lock->get();
$clone = clone $lock;
unset($clone);
say('after a clone of it goes', $isLeased(6));
$lock->release();
$short = caches($redis, ['lock_renew' => true])->store('redis')->lock('a', 6);
$short->get();
say('a lease is no longer than the seconds', $isLeased(6));
$short->refresh(40);
unset($short);
say('after refresh(40)', lease_of(40, $left()));
$cache->lock('a')->forceRelease();

$owner = 'from another process';
$redis->ask('SET', 'db_' . $cache->getStore()->getPrefix() . 'b', $owner, 'PX', 60_000);
$restored = $cache->restoreLock('b', $owner);
$restored->isOwnedByCurrentProcess();
unset($restored);
say('a restored lock that was only asked is as it was', lease_of(60, $left()));
$restored = $cache->restoreLock('b', $owner);
$restored->refresh(80);
$before = RedisLock::stats()['renewed'];
await('a renewal', fn() => RedisLock::stats()['renewed'] > $before);
unset($restored);
say('one that was refreshed has been renewed, and is left with that', lease_of(80, $left()));
$cache->lock('b')->forceRelease();

$chosen = $cache->lock('e', 100, 'me');
say('a chosen owner: a lease first', [$chosen->get(), $isLeased(6)]);
$before = RedisLock::stats()['renewed'];
await('a renewal', fn() => RedisLock::stats()['renewed'] > $before);
unset($chosen);
say('then all seconds', lease_of(100, $left()));
$cache->lock('e')->forceRelease();

$bounded = caches($redis, [...$keys, 'lock_max_hold' => 1])->store('redis')->lock('c', 60);
$bounded->get();
await('the end of the renewal', fn() => $redis->locks() === []);
say('lock_max_hold', [$bounded->isOwnedByCurrentProcess(), $bounded->release()]);
unset($bounded);
say('and it is not there again', $redis->locks());

$lossy = caches($redis, [...$keys, 'lock_abort_on_loss' => true])->store('redis');
say('lock_abort_on_loss', thrown(fn() => $lossy->lock('d', 60)->get(function () use ($redis) {
    $redis->ask('FLUSHALL');
    sleep(60);
})));
?>
--EXPECTF--
while it runs no more than the lease: true
waited without success for longer than its seconds: "Illuminate\\Contracts\\Cache\\LockTimeoutException: Lock [cache_job] was not free within 9 seconds."
free after one lease: [true,true]
100 seconds: a lease first, all seconds after its object: [true,true]
for good: a lease first, all seconds after its object: [true,true]
100 seconds, and a release that fails: its object prolongs nothing: [true,true]
0 seconds, and a release that fails: its object prolongs nothing: [true,true]
a release that a loss ends: ["RedisLockLostException",true]
after a clone of it goes: true
a lease is no longer than the seconds: true
after refresh(40): 40
a restored lock that was only asked is as it was: 60
one that was refreshed has been renewed, and is left with that: 80
a chosen owner: a lease first: [true,true]
then all seconds: 100
lock_max_hold: [false,false]
and it is not there again: []
lock_abort_on_loss: "RedisLockLostException: %s"
