--TEST--
The token is 32 lowercase hex digits, new for every acquisition, null before the first, kept after release
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

say('before the first', $lock->getToken());
$tokens = [];
for ($n = 0; $n < 500; $n++) {
    $lock->acquire();
    $tokens[] = $lock->getToken();
    $lock->release();
}
say('hex', count(preg_grep('/^[0-9a-f]{32}$/D', $tokens)));
say('different', count(array_unique($tokens)));
foreach (range(0, 31) as $place) {
    $varied ??= true;
    $varied = $varied && count(array_unique(array_map(fn($token) => $token[$place], $tokens))) === 16;
}
say('every digit takes every value', $varied);
say('kept after release', $lock->getToken() === end($tokens));

$other = new RedisLock('k', server: $redis->address);
$redis->ask('SET', 'k', 'taken');
$other->tryAcquire();
say('after an attempt without success', $other->getToken());
?>
--EXPECT--
before the first: null
hex: 500
different: 500
every digit takes every value: true
kept after release: true
after an attempt without success: null
