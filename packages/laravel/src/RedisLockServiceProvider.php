<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;

/** Makes 'driver' => 'redislock' known to config/cache.php. */
final class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', function (CacheManager $cache): void {
            // Not static: the manager binds it to itself.
            $cache->extend('redislock', function (Container $app, #[\SensitiveParameter] array $config) use ($cache) {
                $connection = $config['connection'] ?? 'default';
                $store = new RedisLockStore(
                    $app['redis'],
                    $config['prefix'] ?? $app['config']['cache.prefix'],
                    $connection,
                    $app['config']['cache.serializable_classes'] ?? null,
                );
                $store->setLockConnection($config['lock_connection'] ?? $connection);

                return Repository::of($cache->repository($store->setLockOptions(Options::read($config)), $config));
            });
        });
    }
}
