--TEST--
The driver redislock-array has the methods of this package's locks, in memory: tests need no Redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

use Illuminate\Cache\CacheManager;
use Illuminate\Config\Repository as Config;
use Illuminate\Container\Container;
use Illuminate\Support\Carbon;
use RedisLock\Laravel\Lock;
use RedisLock\Laravel\RedisLockServiceProvider;

$app = new Container();
$app->instance('config', new Config(['cache' => ['default' => 'array', 'prefix' => '', 'stores' => ['array' => ['driver' => 'redislock-array']]]]));
$app->singleton('cache', fn() => new CacheManager($app));
(new RedisLockServiceProvider($app))->register();
$cache = $app['cache']->store();

Carbon::setTestNow('2026-01-01 12:00:00');
$lock = $cache->lock('a', 60)->renew()->abortOnLoss();
say('acquired, and another', [$lock->get(), $cache->lock('a', 60)->get(), $cache->lock('b')->getHolder()]);
say('its holder', [$lock->getHolder()->isOwn, $lock->getHolder()->remaining, $cache->lock('a')->getHolder()->isOwn]);
$fence = $lock->getFence();
say('refreshed', [$lock->refresh(90), $lock->getHolder()->remaining, $cache->restoreLock('a', 'another')->refresh()]);
say('released', [$cache->restoreLock('a', 'another')->release(), $lock->release(), $lock->release(), $lock->refresh()]);
$next = $cache->lock('a');
say('the next fence is greater', [$next->get(), $next->getFence() > $fence, $next->getHolder()->remaining === INF, $next->release()]);

[$one, $two, $writer] = [$cache->readLock('r', 60), $cache->lock('r', 30)->shared(), $cache->lock('r', 60)];
say('two readers, no writer', [$one->get(), $two->get(), $writer->get(), $one->getFence(), $two->getHolder()->remaining]);
Carbon::setTestNow('2026-01-01 12:00:40');
say('one has expired', [$two->release(), $two->refresh(), $writer->get(), $one->refresh(10), $one->getHolder()->remaining]);
Carbon::setTestNow('2026-01-01 12:00:51');
say('then the other', [$writer->get(), $one->get(), $one->isLocked(), $writer->release(), $one->get(), $one->release(), $writer->get()]);

// Code that is tested with it meets the same methods as with Redis.
foreach ((new ReflectionClass(Lock::class))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    $method->name === 'getConnectionName' || method_exists(RedisLock\Laravel\ArrayLock::class, $method->name) || say('has no', $method->name);
}
?>
--EXPECT--
acquired, and another: [true,false,null]
its holder: [true,60.0,false]
refreshed: [true,90.0,false]
released: [false,true,false,false]
the next fence is greater: [true,true,true,true]
two readers, no writer: [true,true,false,null,30.0]
one has expired: [false,false,false,true,10.0]
then the other: [true,false,true,true,true,true,true]
