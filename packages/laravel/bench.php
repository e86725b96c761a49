<?php

/**
 * Laravel's locks over phpredis and over this package.
 *
 *     bench.php SOCKET PORT
 *
 * bench/run.sh starts the server and calls this with both extensions loaded, and a framework in REDISLOCK_FRAMEWORK.
 */

declare(strict_types=1);

use Illuminate\Cache\Repository;

require __DIR__ . '/tests/inc/caches.php';
require __DIR__ . '/../../bench/frameworks.php';

[, $socket, $port] = $argv;

function cache(int $port, string $store, bool $renew = false): Repository
{
    return caches_of('phpredis', ['options' => ['prefix' => 'laravel_database_'], 'default' => ['host' => '127.0.0.1', 'port' => $port]], ['lock_renew' => $renew])->store($store);
}

compare('Laravel', new Locks(
    [
        'redis, over phpredis' => fn() => cache((int) $port, 'own'),
        'redislock' => fn() => cache((int) $port, 'redis'),
        'redislock, lock_renew' => fn() => cache((int) $port, 'redis', true),
    ],
    lock: fn(Repository $cache, string $name) => $cache->lock($name, 60),
    try: fn($lock) => $lock->get(),
    wait: fn($lock) => $lock->block(60),
    interval: 250_000,
), new Server($socket));
