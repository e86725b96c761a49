--TEST--
With one line in config/cache.php, Cache::lock() is a RedisLock on the same key, and the counters show it
--EXTENSIONS--
iconv
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/application.php';

use Illuminate\Support\Facades\Cache;
use RedisLock\Laravel\RedisLockServiceProvider;

$redis = RedisServer::start();
foreach (['redis', 'redislock'] as $driver) {
    $app = application($redis, driver: $driver);
    say("'driver' => '$driver'", count($app->getProviders(RedisLockServiceProvider::class)));
    $acquired = acquired(function () use ($redis) {
        $lock = Cache::lock('foo', 60);
        say('a ' . $lock::class, [$lock->get(), str_replace('_:', '_', $redis->locks()), Cache::lock('foo', 60)->get(), $lock->release()]);
    });
    say('locks of the extension', $acquired);
    $lock = Cache::lock('foo', 60);
    say('to be released', $lock->get() && $lock->release());
}
ob_start();
(new ReflectionExtension('redislock'))->info();
say('in phpinfo()', preg_match('/acquired => 2\b/i', ob_get_clean()));
?>
--EXPECT--
'driver' => 'redis': 1
a Illuminate\Cache\PhpRedisLock: [true,["laravel_database_laravel_cache_foo"],false,true]
locks of the extension: 0
to be released: true
'driver' => 'redislock': 1
a RedisLock\Laravel\Lock: [true,["laravel_database_laravel_cache_foo"],false,true]
locks of the extension: 1
to be released: true
in phpinfo(): 1
