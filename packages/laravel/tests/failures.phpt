--TEST--
What goes wrong with Redis is what the users of its client catch
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');
$lock = $cache->lock('a', 60);
$lock->get();
$redis->stop();
foreach ([
    'get' => fn() => $cache->lock('b', 1)->get(),
    'block' => fn() => $cache->lock('b', 1)->block(0),
    'release' => fn() => $lock->release(),
    'refresh' => fn() => $lock->refresh(),
    'isLocked' => fn() => $lock->isLocked(),
    'isOwnedBy' => fn() => $lock->isOwnedBy('me'),
    'isOwnedByCurrentProcess' => fn() => $lock->isOwnedByCurrentProcess(),
    'forceRelease' => fn() => $lock->forceRelease(),
] as $what => $call) {
    try {
        say($what, $call());
    } catch (Throwable $e) {
        say($what, [$e::class, str_contains($e->getMessage(), 'cache_'), str_contains($e->getMessage(), $redis->socket), $e->getPrevious()::class]);
    }
}
say('get, of a chosen owner', strstr(thrown(fn() => $cache->lock('b', 1, 'me')->get()), ':', true));
$predis = caches($redis, [], ['scheme' => 'unix', 'path' => $redis->socket], 'predis')->store('redis');
try {
    $predis->lock('a')->get();
} catch (Predis\Connection\ConnectionException $e) {
    say('with Predis', [$e::class, str_contains($e->getMessage(), $redis->socket), $e->getPrevious()::class]);
}
$redis->restart();
$redis->ask('CONFIG', 'SET', 'requirepass', 'not to be told');
$wrong = caches($redis, [], ['password' => 'as secret as that'])->store('redis');
say('a wrong password', preg_replace('/lock ".*?"|unix:\S+/', '...', thrown(fn() => $wrong->lock('a')->get())));
?>
--EXPECT--
get: ["RedisException",true,true,"RedisLockConnectionException"]
block: ["RedisException",true,true,"RedisLockConnectionException"]
release: ["RedisException",true,true,"RedisLockConnectionException"]
refresh: ["RedisException",true,true,"RedisLockConnectionException"]
isLocked: ["RedisException",true,true,"RedisLockConnectionException"]
isOwnedBy: ["RedisException",true,true,"RedisLockConnectionException"]
isOwnedByCurrentProcess: ["RedisException",true,true,"RedisLockConnectionException"]
forceRelease: ["RedisException",true,true,"RedisLockConnectionException"]
get, of a chosen owner: "RedisException"
with Predis: ["Predis\\Connection\\ConnectionException",true,"RedisLockConnectionException"]
a wrong password: "RedisException: Cannot acquire ... on ... the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)"
