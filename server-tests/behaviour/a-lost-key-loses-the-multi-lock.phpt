--TEST--
The loss of one key is the loss of a multi-lock: noticed at once, named, no key is renewed any more, the others stay until the release
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
foreach (['deleted', 'taken over'] as $what) {
    $keys = array_map(fn(string $name) => Kind::newKey($name), ['a', 'b', 'c']);
    $lock = new RedisMultiLock($keys, ttl: 15.0, autoRenew: true, server: $kind->server);
    $lock->acquire();
    await_renewals();
    $what === 'deleted' ? $kind->ask($keys[1], 'DEL', $keys[1]) : $kind->ask($keys[1], 'SET', $keys[1], 'another-client', 'PX', 600_000);
    say("$what: in time", seconds_until_lost($lock) < 10.0);
    $left = $kind->left($keys[0]);
    say('  the others stay', $kind->keyHolds($keys[0]) === $lock->getToken());
    await('a time in which it would be renewed', fn() => $kind->left($keys[0]) < $left - 1_000);
    say('  refreshed, released', [$lock->refresh(), $lock->release()]);
    say('  keys', array_map($kind->keyHolds(...), $keys));
    $kind->ask($keys[1], 'DEL', $keys[1]);
}
$keys = array_map(fn(string $name) => Kind::newKey($name), ['a', 'b']);
$lock = new RedisMultiLock($keys, server: $kind->server);
try {
    $lock->synchronized(fn() => $kind->ask($keys[1], 'DEL', $keys[1]));
} catch (RedisLockLostException $exception) {
    say('it is named', str_contains($exception->getMessage(), " was lost, with \"$keys[1]\", while the work was running: its key is gone"));
}
say('keys', array_map($kind->keyHolds(...), $keys));
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
deleted: in time: true
  the others stay: true
  refreshed, released: [false,false]
  keys: [null,null,null]
taken over: in time: true
  the others stay: true
  refreshed, released: [false,false]
  keys: [null,"another-client",null]
it is named: true
keys: [null,null]
lost: 3
