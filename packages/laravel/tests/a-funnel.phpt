--TEST--
Cache::funnel() limits the concurrent holders and their seconds; its result, exceptions and methods are those of Laravel's own
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';
require __DIR__ . '/../../../php-tests/inc/forks.php';

use Illuminate\Cache\Limiters\LimiterTimeoutException as CacheTimeoutException;
use Illuminate\Contracts\Redis\LimiterTimeoutException;

enum Name: string
{
    case Api = 'of the enum';
}

$redis = RedisServer::start();
$caches = caches($redis);
$cache = $caches->store('redis');
/** Returns the remaining seconds of each holder in the funnel, as the next whole minute, because a busy machine is slow. */
$inside = function () use ($redis) {
    $now = $redis->ask('TIME');
    $ends = array_map(fn($key) => $redis->ask('TYPE', $key) === 'zset' ? $redis->ask('ZRANGE', $key, 0, -1, 'WITHSCORES') : [], $redis->locks());
    $scores = array_filter(array_merge(...$ends), is_numeric(...));
    return array_values(array_map(fn($end) => ceil(($end - $now[0] * 1000 - $now[1] / 1000) / 60_000) * 60, $scores));
};
$try = fn(callable $then, int $limit = 2) => $cache->funnel('api')->limit($limit)->releaseAfter(60)->block(0)->sleep(1)->then($then, fn() => 'full');

say('two at once, not three', $try(fn() => ['one', $try(fn() => ['two', $try(fn() => 'three')])]));
say('then it is empty', [$redis->locks(), $try(fn() => 'free')]);
say('a lock of the same name is none of it', $try(fn() => [$cache->lock('api', 60)->get(), $cache->lock('api')->forceRelease()], 1));
say('seconds, key', $try(fn() => [$inside(), str_replace('_:', '_', $redis->locks())]));
say('seconds that are not given', $cache->funnel('api')->limit(1)->then($inside));
say('an interval', $cache->funnel('api')->limit(1)->releaseAfter(new DateInterval('PT2M'))->then($inside));
say('an enum', $cache->funnel(Name::Api)->limit(1)->then(fn() => str_contains($redis->locks()[0], 'of the enum')));
$builder = Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder::class; // since 12.53
say('the builder is that of Laravel\'s cache, if there is one', class_exists($builder) ? $cache->funnel('api') instanceof $builder : true);
say('by the manager', $caches->funnel('api')->limit(1)->then($inside));
say('what the callback throws', [thrown(fn() => $try(fn() => throw new DomainException('its own'))), $redis->locks()]);

$class = class_exists(CacheTimeoutException::class) ? CacheTimeoutException::class : LimiterTimeoutException::class;
$full = fn(?callable $failure = null) => $cache->funnel('api')->limit(1)->block(0)->then(fn() => 'not run', $failure);
try {
    $cache->funnel('api')->limit(1)->then($full);
} catch (CacheTimeoutException | LimiterTimeoutException $e) {
    say('full', [$e::class === $class, str_replace('_:', '_', $e->getMessage())]);
}
say('the failure callback is called', $try(fn() => $full(fn($e) => $e::class === $class), 1));
say('also that of one in the callback, as with Laravel\'s own', $try($full, 1));

// If a program ends in the funnel, its place is free after the seconds; after a fork the place is the parent's.
$child = laravel_child('caches_at($argv[1])->store("redis")->funnel("api")->limit(1)->releaseAfter(1)->then(function () { echo "inside\n"; hear(); });', $redis);
say('a process', [$child->hear(), $try(fn() => 'not run', 1)]);
$child->kill();
say('after its end and its second', $cache->funnel('api')->limit(1)->block(10)->then(fn() => 'free'));
say('a forked child', $try(function () use ($try, $inside) {
    in_child(fn() => null);
    return [$inside(), $try(fn() => 'not run', 1)];
}, 1));

$renewed = caches($redis, ['lock_renew' => true, 'lock_lease' => 1])->store('redis');
say('lock_renew', $renewed->funnel('api')->limit(1)->releaseAfter(60)->then(function () use ($redis, $try) {
    $lease = $redis->ask('PTTL', $redis->locks()[0]);
    usleep(1_300_000);
    return [$lease <= 1000, $try(fn() => 'not run', 1)];
}));
say('lock_label', caches($redis, ['lock_label' => 'web'])->store('redis')->funnel('api')->limit(1)->then(fn() => strstr($redis->ask('ZRANGE', $redis->locks()[0], 0, 0)[0], ':web')));
say('several servers', thrown(fn() => caches($redis, ['lock_server' => [$redis->address, 'redis://b', 'redis://c']])->store('redis')->funnel('api')->limit(1)->then(fn() => 'not run')));
say('a limit of 0', $cache->funnel('api')->limit(0)->then(fn() => 'not run', fn() => 'full'));
say('no limit', preg_replace('/and .*/', '', thrown(fn() => $cache->funnel('api')->then(fn() => 'not run'))));
$redis->stop();
say('no server', strstr(thrown(fn() => $cache->funnel('api')->limit(1)->then(fn() => 'not run')), ':', true));
?>
--EXPECT--
two at once, not three: ["one",["two","full"]]
then it is empty: [[],"free"]
a lock of the same name is none of it: [true,null]
seconds, key: [[60.0],["db_cache_api:semaphore"]]
seconds that are not given: [60.0]
an interval: [120.0]
an enum: true
the builder is that of Laravel's cache, if there is one: true
by the manager: [60.0]
what the callback throws: ["DomainException: its own",[]]
full: [true,"Funnel [cache_api] was full for 0 seconds: 1 may be in it at once."]
the failure callback is called: true
also that of one in the callback, as with Laravel's own: "full"
a process: ["inside","full"]
after its end and its second: "free"
a forked child: [[60.0],"full"]
lock_renew: [true,"full"]
lock_label: ":web"
several servers: "InvalidArgumentException: A funnel needs one server, for a majority of several does not bound how many are in it: use another store than the one with these lock_server."
a limit of 0: "full"
no limit: "ValueError: RedisSemaphore::__construct(): Argument #2 ($permits) must be between 1 "
no server: "RedisException"
