--TEST--
With confirmRelease: false the key is deleted soon afterwards, cycles follow each other, and a loss is counted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, server: $kind->server, confirmRelease: false);
for ($n = 0; $n < 50; $n++) {
    $lock->acquire() && $lock->release() || say('cycle', $n);
}
await('the end of the last one', fn() => $kind->keyHolds($key) === null);
foreach ([1, 2, 3] as $n) {
    // A new one each time: of the same one it is seen every now and then whether others wait, and that is waited for.
    $lock = new RedisLock("$key$n", server: $kind->server, confirmRelease: false);
    $lock->acquire();
    $lock->release();
    await('its end', fn() => $kind->keyHolds("$key$n") === null);
}
$lost = RedisLock::stats()['lost'];
$lock = new RedisLock("{$key}lost", server: $kind->server, confirmRelease: false);
$lock->acquire();
$kind->ask("{$key}lost", 'DEL', "{$key}lost");
$released = $lock->release();
$lock->isLocked();
say('counted, or said at once', RedisLock::stats()['lost'] - $lost);
unset($lock);
(new RedisLock("{$key}object", server: $kind->server, confirmRelease: false))->acquire();
await('the end of the object', fn() => $kind->keyHolds("{$key}object") === null);
?>
--EXPECT--
counted, or said at once: 1
