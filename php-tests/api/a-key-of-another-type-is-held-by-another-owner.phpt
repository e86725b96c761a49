--TEST--
A key of another type counts as held by another owner: never an error, never free, never deleted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('HSET', 'hash', 'field', 'value');
$redis->ask('ZADD', 'sorted set', '1700000000', 'symfony token');
$redis->ask('RPUSH', 'list', 'a');
$redis->ask('SADD', 'set', 'a');
$redis->ask('XADD', 'stream', '1-1', 'field', 'value');

foreach (['hash', 'sorted set', 'list', 'set', 'stream'] as $type) {
    $before = $redis->ask('DUMP', $type);
    $lock = new RedisLock($type, server: $redis->address);
    $token = bin2hex(random_bytes(16));
    $claim = fn() => RedisLock::restore($type, $token, server: $redis->address);
    say($type, [
        'tryAcquire' => $lock->tryAcquire(),
        'acquire' => $lock->acquire(0.01),
        'isLocked' => $lock->isLocked(),
        'isOwned' => $lock->isOwned(),
        'owned by a token' => $claim()->isOwned(),
        'refreshed by a token' => $claim()->refresh(),
        'released by a token' => $claim()->release(),
        'untouched' => $redis->ask('DUMP', $type) === $before && $redis->ask('PTTL', $type) === -1,
    ]);
}
say('errors', RedisLock::stats()['errors']);
?>
--EXPECT--
hash: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
sorted set: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
list: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
set: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
stream: {"tryAcquire":false,"acquire":false,"isLocked":true,"isOwned":false,"owned by a token":false,"refreshed by a token":false,"released by a token":false,"untouched":true}
errors: 0
