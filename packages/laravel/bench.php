<?php

/**
 * Laravel's locks and funnels over phpredis and over this package.
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

/** What Redis::funnel() is called on. */
function connection(int $port): object
{
    return cache($port, 'own')->getStore()->connection();
}

$places = 3;
$server = new Server($socket);
compare('Laravel', 'locks', new Locks(
    [
        'redis, over phpredis' => fn() => cache((int) $port, 'own'),
        'redislock' => fn() => cache((int) $port, 'redis'),
        'redislock, lock_renew' => fn() => cache((int) $port, 'redis', true),
    ],
    hold: function (Repository $cache, string $name, bool $waits, Closure $work): void {
        $lock = $cache->lock($name, 60);
        ($waits ? $lock->block(60) : $lock->get()) || throw new RuntimeException("$name is not free");
        $work();
        $lock->release();
    },
    interval: 250_000,
), $server);
compare('Laravel', "funnels for $places", new Locks(
    [
        'Redis::funnel()' => fn() => connection((int) $port),
        'Cache::funnel()' => fn() => cache((int) $port, 'redis'),
        'Cache::funnel(), renewed' => fn() => cache((int) $port, 'redis', true),
    ],
    hold: fn(object $redis, string $name, bool $waits, Closure $work) => $redis->funnel($name)->limit($places)->block($waits ? 60 : 0)->then($work),
    interval: 250_000,
    places: $places,
), $server);
