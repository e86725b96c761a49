--TEST--
With autoRenew the loss of a lock is noticed long before its lease would end
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
foreach (['deleted', 'taken over'] as $what) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, ttl: 15.0, autoRenew: true, server: $kind->server);
    $lock->acquire();
    await_renewals();
    $what === 'deleted' ? $kind->ask($key, 'DEL', $key) : $kind->ask($key, 'SET', $key, 'another-client', 'PX', 600_000);
    say("$what: in time", seconds_until_lost($lock) < 10.0);
    say('  remaining, released', [$lock->getRemaining(), $lock->release()]);
    say('  key', $kind->keyHolds($key));
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
deleted: in time: true
  remaining, released: [0.0,false]
  key: null
taken over: in time: true
  remaining, released: [0.0,false]
  key: "another-client"
lost: 2
