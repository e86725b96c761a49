<?php

declare(strict_types=1);

/** Every test of this package begins with this file. */

use Illuminate\Cache\CacheManager;

require_once __DIR__ . '/../../../../php-tests/inc/bootstrap.php';
require_once __DIR__ . '/caches.php';

/**
 * The cache of an application on this server.
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
