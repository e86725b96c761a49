--TEST--
token: and autoRelease: false: the lock has that token, outlives its object, is the same owner's elsewhere, and restore() acquires with it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

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
// If a server of a quorum answers a release late, the token is in doubt until that release cannot arrive any more.
$acquire = function (RedisLock $lock): bool {
    await('no release is under way', function () use ($lock, &$acquired) {
        try {
            $acquired = $lock->acquire();
        } catch (RedisLockConnectionException $e) {
            str_contains($e->getMessage(), 'may still arrive') || throw $e;
        }
        return $acquired !== null;
    });
    return $acquired;
};
say('acquired with the same token', [$acquire($restored), $kind->keyHolds($key), $restored->release()]);
for ($n = 0; $n < 5; $n++) {
    $again = new RedisLock($key, ...$options, token: 'owner');
    $acquire($again) && $kind->keyHolds($key) === 'owner' && $again->release() && $kind->keyHolds($key) === null || say('once more', $n);
}
?>
--EXPECT--
acquired: [true,"owner","owner"]
the same owner, another one: [true,true,false]
outlives its object: "owner"
restored: [true,true,true,null]
acquired with the same token: [true,"owner",true]
