--TEST--
A key of another type counts as held by another owner: never an error, never free, never deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
foreach ([['LPUSH', 'a'], ['HSET', 'field', 'value'], ['ZADD', '1', 'a']] as $make) {
    $key = Kind::newKey();
    $kind->ask($key, array_shift($make), $key, ...$make);
    $before = $kind->ask($key, 'DUMP', $key);
    $lock = new RedisLock($key, server: $kind->server);
    $claim = fn() => RedisLock::restore($key, bin2hex(random_bytes(16)), server: $kind->server);
    say($kind->ask($key, 'TYPE', $key), [
        'tryAcquire' => $lock->tryAcquire(),
        'acquire' => $lock->acquire(0.05),
        'isLocked' => $lock->isLocked(),
        'isOwned' => $lock->isOwned(),
        'owned by a token' => $claim()->isOwned(),
        'refreshed by a token' => $claim()->refresh(),
        'released by a token' => $claim()->release(),
        'untouched' => $kind->ask($key, 'DUMP', $key) === $before && $kind->left($key) === -1,
    ]);
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
list: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
hash: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
zset: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
errors: 0
