--TEST--
A lock whose key holds another token neither releases, refreshes nor owns it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
foreach (['release', 'refresh', 'isOwned'] as $method) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, server: $kind->server);
    $lock->acquire();
    $kind->ask($key, 'SET', $key, 'another-client', 'PX', 600_000);
    say($method, $lock->$method());
    say('  key', $kind->keyHolds($key));
    say('  its expiry is left alone', $kind->left($key) > 500_000);
    say('  held', $lock->isHeld());
    unset($lock);
    say('  key, when the object has gone', $kind->keyHolds($key));
}
// Each lock has its own token, because a token is refused on a quorum until its late release has been executed.
$restored = fn(string $digit) => RedisLock::restore($key, str_repeat($digit, 32), server: $kind->server);
say('by a wrong token', [$restored('0')->release(), $restored('1')->refresh(), $restored('2')->isOwned(), $restored('3')->isLocked()]);
say('key', $kind->keyHolds($key));
?>
--EXPECT--
release: false
  key: "another-client"
  its expiry is left alone: true
  held: false
  key, when the object has gone: "another-client"
refresh: false
  key: "another-client"
  its expiry is left alone: true
  held: false
  key, when the object has gone: "another-client"
isOwned: false
  key: "another-client"
  its expiry is left alone: true
  held: false
  key, when the object has gone: "another-client"
by a wrong token: [false,false,false,true]
key: "another-client"
