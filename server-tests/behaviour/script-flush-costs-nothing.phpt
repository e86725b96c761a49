--TEST--
SCRIPT FLUSH on all servers between two calls costs nothing
--CONFLICTS--
all
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
foreach ([false, true] as $fenced) {
    $lock = new RedisLock($key = Kind::newKey(), fenced: $fenced, server: $kind->server);
    foreach (['acquire', 'refresh', 'isOwned', 'acquire', 'release', 'tryAcquire', 'release'] as $method) {
        $kind->everywhere('SCRIPT', 'FLUSH');
        say($method, $lock->$method());
    }
    say('key', $kind->keyHolds($key));
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
acquire: true
refresh: true
isOwned: true
acquire: true
release: true
tryAcquire: true
release: true
key: null
acquire: true
refresh: true
isOwned: true
acquire: true
release: true
tryAcquire: true
release: true
key: null
errors: 0
