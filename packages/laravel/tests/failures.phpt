--TEST--
Failures of Redis are thrown as exceptions that users of the Redis client catch
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__ . '/../../../php-tests/inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');

// A release without a reply may still arrive. It does not end a later acquisition of the same object, which has another owner.
$proxy = FaultProxy::before($redis);
foreach (['' => [], ', packed' => ['serializer' => Redis::SERIALIZER_PHP]] as $case => $connection) {
    $far = caches($redis, [], ['host' => substr($proxy->address, strlen('unix://')), 'read_timeout' => 1.5, ...$connection])->store('redis')->lock('a', 60);
    $far->get();
    $far->isOwnedByCurrentProcess();
    $proxy->always('EVALSHA', 'lose')->always('EVAL', 'lose')->always('DELEX', 'lose');
    say("release without an answer$case", strstr(thrown(fn() => $far->release()), ':', true));
    $redis->ask('FLUSHALL');
    $proxy->reset();
    say('acquired again', [$far->get(), $proxy->deliver() > 0, $far->release()]);
}

// A fiber's lock is that fiber's.
$lock = $cache->lock('f', 60);
$fiber = new Fiber(function () use ($lock): void {
    $lock->get();
    Fiber::suspend();
    $lock->release();
});
$fiber->start();
say('release in another fiber', [str_replace('_:', '_', thrown(fn() => $lock->release())), $cache->restoreLock('f', $lock->owner())->release()]);
$fiber->resume();

// The next command releases the key of an acquisition without a reply, also of an owner that is stored packed.
foreach (['' => [], ', packed' => ['serializer' => Redis::SERIALIZER_PHP]] as $case => $connection) {
    $proxy = FaultProxy::before($redis);
    $far = caches($redis, ['lock_server' => "$proxy->address?read_timeout=1.5"], $connection)->store('redis');
    $far->lock('warm', 60)->get();
    $proxy->on('SET', 'hang');
    say("acquired without an answer$case", strstr(thrown(fn() => $far->lock('b')->get()), ':', true));
    $proxy->reset();
    $far->lock('warm', 60)->forceRelease();
    say('acquired by another', [$far->lock('warm', 60)->get(), $far->lock('b', 60)->get()]);
    $far->lock('b')->forceRelease();
    $far->lock('warm')->forceRelease();
}

// A signal handler that throws in the middle of an acquisition is such a case.
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn() => throw new DomainException());
foreach (['' => [], ', packed' => ['serializer' => Redis::SERIALIZER_PHP]] as $case => $connection) {
    $proxy = FaultProxy::before($redis);
    $far = caches($redis, ['lock_server' => "$proxy->address?read_timeout=60"], $connection)->store('redis');
    $far->lock('warm', 60)->get();
    $proxy->on('SET', 'signal', getmypid());
    say("interrupted$case", thrown(fn() => $far->lock('b')->get()));
    $proxy->sendKeptReplies();
    $far->lock('warm', 60)->forceRelease();
    say('acquired by another', [$far->lock('warm', 60)->get(), $far->lock('b', 60)->get()]);
    $far->lock('b')->forceRelease();
    $far->lock('warm')->forceRelease();
}

// Laravel's command has the lock, but the extension gets no reply: another lock of this owner may have it by now, so the key is left to its ttl.
$proxy = FaultProxy::before($redis);
$chosen = caches($redis, ['lock_renew' => true], ['host' => substr($proxy->address, strlen('unix://'))])->store('redis');
$chosen->get('the client is connected');
$proxy->always('EVALSHA', 'refuse')->always('EVAL', 'refuse');
say('a chosen owner, whose key is left', [strstr(thrown(fn() => $chosen->lock('c', 60, 'me')->get()), ':', true), str_replace('_:', '_', $redis->locks())]);

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
$redis->ask('CONFIG', 'SET', 'requirepass', 'not to be shown');
$wrong = caches($redis, [], ['password' => 'as secret as that'])->store('redis');
say('a wrong password', preg_replace('/lock ".*?"|unix:\S+/', '...', thrown(fn() => $wrong->lock('a')->get())));
?>
--EXPECT--
release without an answer: "RedisException"
acquired again: [true,true,true]
release without an answer, packed: "RedisException"
acquired again: [true,true,true]
release in another fiber: ["RedisLockException: This RedisLock belongs to another fiber, which holds lock \"db_cache_f\"; a second fiber needs a RedisLock object of its own",true]
acquired without an answer: "RedisException"
acquired by another: [true,true]
acquired without an answer, packed: "RedisException"
acquired by another: [true,true]
interrupted: "DomainException: "
acquired by another: [true,true]
interrupted, packed: "DomainException: "
acquired by another: [true,true]
a chosen owner, whose key is left: ["RedisException",["db_cache_c"]]
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
