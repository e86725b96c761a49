<?php

declare(strict_types=1);

/** What every test of this package begins with: the tests' helpers, the framework, and this package. */

use Illuminate\Cache\CacheManager;
use Illuminate\Config\Repository as Config;
use Illuminate\Container\Container;
use Illuminate\Redis\RedisManager;
use RedisLock\Laravel\RedisLockServiceProvider;

require_once __DIR__ . '/../../../../php-tests/inc/bootstrap.php';
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
 * The cache of an application on this server. Its stores: `redis` is ours, `own` the framework's.
 *
 * @param array<string, mixed> $keys       more keys of the stores
 * @param array<string, mixed> $connection more keys of the connection
 */
function caches(RedisServer $redis, array $keys = [], array $connection = [], string $client = 'phpredis', string $prefix = 'db_'): CacheManager
{
    return caches_of($client, [
        'options' => ['prefix' => $prefix],
        'default' => ['host' => $redis->socket, 'port' => 0, ...$connection],
        'other' => ['host' => $redis->socket, 'port' => 0, 'database' => 7],
    ], $keys);
}

/**
 * @param array<string, mixed> $redis of config/database.php
 * @param array<string, mixed> $keys
 */
function caches_of(string $client, array $redis, array $keys = []): CacheManager
{
    $app = new Container();
    $app->instance('config', new Config(['cache' => ['prefix' => 'cache_', 'default' => 'redis', 'stores' => [
        'redis' => ['driver' => 'redislock', 'connection' => 'default', ...$keys],
        'own' => ['driver' => 'redis', 'connection' => 'default', ...$keys],
    ]]]));
    $app->singleton('redis', fn() => new RedisManager($app, $client, $redis));
    $app->singleton('cache', fn() => new CacheManager($app));
    (new RedisLockServiceProvider($app))->register();

    return $app['cache'];
}

/** A PHP process with the extensions and helpers of this one; `$redis` is its server's socket. */
function laravel_child(string $code, RedisServer $redis, string|int|float ...$arguments): PhpChild
{
    $helpers = var_export(__FILE__, true);

    return PhpChild::start("require $helpers; $code", [$redis->socket, ...array_values($arguments)], extensions: [PhpChild::extension(), 'igbinary', 'redis'], killed: true);
}

/** In a child: a cache on its parent's server. */
function caches_at(string $socket, array $keys = []): CacheManager
{
    return caches_of('phpredis', ['options' => ['prefix' => 'db_'], 'default' => ['host' => $socket, 'port' => 0]], $keys);
}

/** Whether this version of the framework can do it. */
function has(string $class, string $method): bool
{
    return method_exists($class, $method);
}
