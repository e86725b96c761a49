<?php

declare(strict_types=1);

/** The framework, this package, and a cache: for the tests and the benchmark. */

use Illuminate\Cache\CacheManager;
use Illuminate\Config\Repository as Config;
use Illuminate\Container\Container;
use Illuminate\Redis\RedisManager;
use RedisLock\Laravel\RedisLockServiceProvider;

require_once (getenv('REDISLOCK_FRAMEWORK') ?: throw new RuntimeException('REDISLOCK_FRAMEWORK names no folder: see packages/fetch.sh')) . '/autoload.php';

spl_autoload_register(static function (string $class): void {
    $package = json_decode(file_get_contents(__DIR__ . '/../../composer.json'), true, flags: JSON_THROW_ON_ERROR);
    foreach ($package['autoload']['psr-4'] as $namespace => $folder) {
        $file = __DIR__ . "/../../$folder" . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
        }
    }
});

/**
 * The cache of an application, without the application around it. Its stores: `redis` is ours, `own` the framework's.
 *
 * @param array<string, mixed> $redis of config/database.php
 * @param array<string, mixed> $keys
 */
function caches_of(string $client, array $redis, array $keys = []): CacheManager
{
    $app = new Container();
    $app->instance('config', new Config(['cache' => ['prefix' => 'cache_', 'default' => 'redis', 'stores' => [
        'redis' => ['driver' => 'redislock', 'connection' => 'default', ...$keys],
        'own' => ['driver' => 'redis', 'connection' => 'default', ...$keys],
    ]], 'database' => ['redis' => ['client' => $client, ...$redis]]]));
    $app->singleton('redis', fn() => new RedisManager($app, $client, $redis));
    $app->singleton('cache', fn() => new CacheManager($app));
    (new RedisLockServiceProvider($app))->register();

    return $app['cache'];
}
