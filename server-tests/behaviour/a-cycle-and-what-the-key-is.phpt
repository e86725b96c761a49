--TEST--
acquire() makes the key, with an expiry, and release() deletes it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$lock = new RedisLock($key = Kind::newKey(), ttl: 20.0, server: $kind->server);

say('free', [$lock->isLocked(), $lock->isHeld(), $kind->keyHolds($key)]);
for ($n = 0; $n < 2; $n++) {
    say('acquired', $lock->acquire());
    say('type', $kind->ask($key, 'TYPE', $key));
    say('holds the token', $kind->keyHolds($key) === $lock->getToken());
    $left = $kind->left($key);
    say('expires within the ttl', $left > 0 && $left <= 20_000);
    say('released', $lock->release());
    say('key', $kind->ask($key, 'EXISTS', $key));
    say('released again', $lock->release());
}
?>
--EXPECT--
free: [false,false,null]
acquired: true
type: "string"
holds the token: true
expires within the ttl: true
released: true
key: 0
released again: false
acquired: true
type: "string"
holds the token: true
expires within the ttl: true
released: true
key: 0
released again: false
