--TEST--
With autoRenew a share outlives its TTL while others come and go, and its loss is noticed long before its lease ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, ttl: 6.0, autoRenew: true, server: $kind->server, shared: true);
$lock->acquire();
$end = now() + 13.0;
await('more than twice its ttl', function () use ($kind, $key, $end) {
    $other = new RedisLock($key, ttl: 20.0, server: $kind->server, shared: true);
    return $other->acquire() && $other->release() && now() > $end;
});
say('held and owned', [$lock->isHeld(), $lock->isOwned(), $lock->release()]);

foreach (['deleted', 'taken over'] as $what) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, ttl: 15.0, autoRenew: true, server: $kind->server, shared: true);
    $lock->acquire();
    await_renewals();
    $what === 'deleted' ? $kind->ask($key, 'DEL', $key) : $kind->ask($key, 'SET', $key, 'another-client', 'PX', 600_000);
    say("$what: in time", seconds_until_lost($lock) < 10.0);
    say('  remaining, released', [$lock->getRemaining(), $lock->release()]);
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
held and owned: [true,true,true]
deleted: in time: true
  remaining, released: [0.0,false]
taken over: in time: true
  remaining, released: [0.0,false]
lost: 2
