--TEST--
get() and block(), with and without a callback, return the documented values and release the lock when they throw
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

use Illuminate\Contracts\Cache\LockTimeoutException;

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');
$lock = fn() => $cache->lock('a', 60);
$locked = fn() => $redis->locks() !== [];

say('get', [$lock()->get(fn() => 'result'), $locked(), $lock()->get(fn() => $locked())]);
say('block', [$lock()->block(5, fn() => 'result'), $locked(), $lock()->block(5, fn() => $locked())]);
foreach (['get', 'block'] as $method) {
    $fails = fn() => throw new DomainException('of the callback');
    say("$method, and the callback throws", [thrown(fn() => $method === 'get' ? $lock()->get($fails) : $lock()->block(5, $fails)), $locked()]);
}

say('without callback the lock outlives its object', [$lock()->get(), $locked(), $lock()->get(), $lock()->get(fn() => 'not run')]);
say('block, until the time is up', str_replace('_:', '_', [thrown(fn() => $lock()->block(0)), thrown(fn() => $lock()->block(1, fn() => 'not run'))]));
$lock()->forceRelease();
say('forceRelease', [$locked(), $lock()->block(0), $locked()]);
$lock()->forceRelease();

$owned = $lock();
$owned->get();
say('block, by the object that has it', str_replace('_:', '_', thrown(fn() => $owned->block(1))));
say('isLocked', [$owned->isLocked(), $cache->lock('other')->isLocked()]);

$own = $lock();
$own->forceRelease();
$first = $cache->lock('a', 60, 'me');
say('block, by a chosen owner', [$first->block(1), str_replace('_:', '_', thrown(fn() => $cache->lock('a', 60, 'me')->block(1))), $first->release(), $cache->lock('a', 60, 'me')->block(1, fn() => 'result')]);

foreach ([0, -5] as $seconds) {
    $for_good = $cache->lock('b', $seconds);
    $for_good->get();
    say("$seconds seconds are for good", [$redis->ask('PTTL', $redis->locks()[0]) > 9e11, $cache->lock('b', 1)->get(), $for_good->release()]);
}
foreach ([0.5, '0.5', -0.5, INF, NAN, 1e300, null, '', 'abc', true, [5], new DateInterval('PT5S')] as $seconds) {
    say('for ' . (is_object($seconds) ? $seconds::class : var_export($seconds, true)), [thrown(fn() => $cache->lock('b', $seconds)->get()), $locked()]);
}
$refreshed = $cache->lock('b', 60);
$refreshed->get();
say('refreshed by half a second', [strstr(thrown(fn() => $refreshed->refresh(0.5)), ':', true), $redis->ask('PTTL', $redis->locks()[0]) > 9000, $refreshed->release()]);
foreach (['60', 60.0, 60.9, '0'] as $seconds) {
    say('for ' . var_export($seconds, true), [$cache->lock('b', $seconds)->get(), $seconds === '0' ? $redis->ask('PTTL', $redis->locks()[0]) > 9e11 : lease_of(60, $redis->ask('PTTL', $redis->locks()[0]))]);
    $cache->lock('b')->forceRelease();
}
say('seconds', [$cache->lock('c', 100)->get(), lease_of(100, $redis->ask('PTTL', $redis->locks()[0]))]);
?>
--EXPECT--
get: ["result",false,true]
block: ["result",false,true]
get, and the callback throws: ["DomainException: of the callback",false]
block, and the callback throws: ["DomainException: of the callback",false]
without callback the lock outlives its object: [true,true,false,false]
block, until the time is up: ["Illuminate\\Contracts\\Cache\\LockTimeoutException: Lock [cache_a] was not free within 0 seconds.","Illuminate\\Contracts\\Cache\\LockTimeoutException: Lock [cache_a] was not free within 1 seconds."]
forceRelease: [false,true,true]
block, by the object that has it: "Illuminate\\Contracts\\Cache\\LockTimeoutException: Lock [cache_a] was not free within 1 seconds."
isLocked: [true,false]
block, by a chosen owner: [true,"Illuminate\\Contracts\\Cache\\LockTimeoutException: Lock [cache_a] was not free within 1 seconds.",true,"result"]
0 seconds are for good: [true,false,true]
-5 seconds are for good: [true,false,true]
for 0.5: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given 0.5.",false]
for '0.5': ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given '0.5'.",false]
for -0.5: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given -0.5.",false]
for INF: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given INF.",false]
for NAN: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given NAN.",false]
for 1.0E+300: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given 1.0E+300.",false]
for NULL: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given null.",false]
for '': ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given ''.",false]
for 'abc': ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given 'abc'.",false]
for true: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given true.",false]
for array (
  0 => 5,
): ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given array.",false]
for DateInterval: ["InvalidArgumentException: A lock lasts a whole number of seconds, at least 1, or 0: for good. It was given DateInterval.",false]
refreshed by half a second: ["InvalidArgumentException",true,true]
for '60': [true,60]
for 60.0: [true,60]
for 60.9: [true,60]
for '0': [true,true]
seconds: [true,100]
