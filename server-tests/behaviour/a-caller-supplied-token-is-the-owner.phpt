--TEST--
With token: and autoRelease: false the lock has that token and outlives its object; another process with the token is the same owner
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/quorum.php';

$kind = Kind::current();
$options = ['server' => $kind->server];
$lock = new RedisLock($key = Kind::newKey(), ...$options, token: 'owner', autoRelease: false);
say('acquired', [$lock->acquire(), $kind->keyHolds($key), $lock->getToken()]);
$same = new RedisLock($key, ...$options, token: 'owner', autoRelease: false);
$other = new RedisLock($key, ...$options, token: 'other');
say('the same owner, another one', [$same->isOwned(), $same->tryAcquire(), $other->tryAcquire()]);
unset($lock, $same);
say('outlives its object', $kind->keyHolds($key));
$restored = RedisLock::restore($key, 'owner', ...$options, ttl: 60.0);
say('restored', [$restored->refresh(), $kind->left($key) > 40_000, $restored->release(), $kind->keyHolds($key)]);
say('acquired with the same token', [acquire_again($restored), $kind->keyHolds($key), $restored->release()]);
for ($n = 0; $n < 5; $n++) {
    $again = new RedisLock($key, ...$options, token: 'owner');
    acquire_again($again) && $kind->keyHolds($key) === 'owner' && $again->release() && $kind->keyHolds($key) === null || say('once more', $n);
}
?>
--EXPECT--
acquired: [true,"owner","owner"]
the same owner, another one: [true,true,false]
outlives its object: "owner"
restored: [true,true,true,null]
acquired with the same token: [true,"owner",true]
