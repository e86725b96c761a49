<?php

declare(strict_types=1);

/** The whole framework: the application of the example. */

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;

require_once __DIR__ . '/laravel.php';

/** @param array<string, mixed> $keys more keys of cache.stores.redis */
function application(RedisServer $redis, array $keys = [], string $driver = 'redislock'): Application
{
    putenv("APP_FOLDER=$redis->directory/app");
    putenv("REDIS_HOST=$redis->socket");
    putenv('REDIS_PORT=0');
    putenv("CACHE_DRIVER=$driver");
    putenv('APP_ENV=testing'); // or it would not show errors
    $app = require __DIR__ . '/../../example/app.php';
    $app->make(Kernel::class)->bootstrap();
    $app['config']->set('cache.stores.redis', [...$app['config']->get('cache.stores.redis'), ...$keys]);

    return $app;
}

/** Returns the number of locks that the extension acquired meanwhile. */
function acquired(callable $work): int
{
    $before = RedisLock::stats()['acquired'];
    $work();

    return RedisLock::stats()['acquired'] - $before;
}

/** Prints whether a feature works, or that this version does not have it; which one may say so is the test's business. */
function feature(string $name, string $class, string $method, callable $check): void
{
    $version = strstr(Application::VERSION, '.', true);
    say($name, method_exists($class, $method) ? $check() : "not in Laravel $version");
}
