<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Console;

use Closure;
use Illuminate\Cache\CacheManager;
use Illuminate\Console\Command;
use Illuminate\Contracts\Config\Repository as Config;
use RedisLock\Laravel\RedisLockStore;
use Throwable;

/** A command about the stores with the driver redislock. */
abstract class LockCommand extends Command
{
    /**
     * Calls something with each store, or with the one of the option. What goes wrong is shown, and the next store follows.
     *
     * @param  Closure(string, RedisLockStore, array<string, mixed>): void  $see
     */
    protected function each(Config $config, CacheManager $cache, Closure $see): int
    {
        /** @var array<string, array<string, mixed>|null> $all */
        $all = $config->get('cache.stores', []);
        $stores = [];
        foreach ($all as $name => $keys) {
            if (isset($keys['driver']) && $keys['driver'] === 'redislock') {
                $stores[$name] = $keys;
            }
        }
        $only = $this->option('store');
        if (is_string($only)) {
            $stores = array_intersect_key($stores, [$only => true]);
        }
        if ($stores === []) {
            $this->error(is_string($only) ? "The store [$only] of config/cache.php does not have the driver redislock." : 'No store of config/cache.php has the driver redislock.');
        }
        $failures = 0;
        foreach ($stores as $name => $keys) {
            try {
                $store = $cache->store($name)->getStore();
                assert($store instanceof RedisLockStore);
                $see($name, $store, $keys);
            } catch (Throwable $e) {
                $failures++;
                $this->error("$name: {$e->getMessage()}");
            }
        }

        return $stores === [] || $failures > 0 ? self::FAILURE : self::SUCCESS;
    }

    protected function detail(string $name, string $value): void
    {
        $this->line(sprintf('  %-16s %s', $name, $value));
    }
}
