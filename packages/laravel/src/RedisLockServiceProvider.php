<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Redis\Factory;
use Illuminate\Foundation\Console\AboutCommand;
use Illuminate\Support\Arr;
use Illuminate\Support\ServiceProvider;
use RedisLock;
use RedisLock\Laravel\Console\CheckCommand;
use RedisLock\Laravel\Console\StatusCommand;
use RedisLock\Laravel\Events\LockEvent;
use RedisLockEvent;
use Throwable;

/** Makes 'driver' => 'redislock' known to config/cache.php. */
class RedisLockServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', function (CacheManager $cache): void { // not static: the manager binds it to itself
            $cache->extend('redislock', function (Container $app, #[\SensitiveParameter] array $config): Repository {
                Extension::assertLoaded();
                if (filter_var($config['lock_events'] ?? false, FILTER_VALIDATE_BOOL)) {
                    RedisLock::listen(fn (RedisLockEvent $event) => LockEvent::dispatch($event, $app));
                }
                /** @var Config $settings */
                $settings = $app->make('config');
                /** @var Factory $redis */
                $redis = $app->make('redis');
                $connection = $config['connection'] ?? 'default';
                $store = new RedisLockStore($redis, $config['prefix'] ?? $settings->get('cache.prefix'), $connection, $settings->get('cache.serializable_classes'));
                $store->setLockConnection($config['lock_connection'] ?? $connection);
                $repository = new Repository($store->configureLocks($settings, $config), Arr::only($config, ['store']));
                if (($config['events'] ?? true) && $app->bound(Dispatcher::class)) {
                    $repository->setEventDispatcher($app->make(Dispatcher::class));
                }

                return $repository;
            });
            $cache->extend('redislock-array', fn (Container $app, array $config) => $cache->repository(new ArrayStore($config['serialize'] ?? false), $config));
        });
    }

    public function boot(): void
    {
        if (! $this->app->runningInConsole()) {
            return;
        }
        $this->commands([StatusCommand::class, CheckCommand::class]);
        if (class_exists(AboutCommand::class)) {
            AboutCommand::add('Redislock', $this->about(...));
        }
    }

    /**
     * Returns the section of `artisan about`: the extension's version, the driver of the default
     * store, and the servers of every store's locks.
     *
     * @return array<string, string>
     */
    private function about(): array
    {
        $config = $this->app->make('config');
        $default = $config->get('cache.default');
        /** @var array<string, array<string, mixed>|null> $stores */
        $stores = $config->get('cache.stores', []);
        $drivers = [];
        foreach ($stores as $name => $store) {
            $drivers[$name] = $store['driver'] ?? '';
        }
        $driver = $drivers[$default] ?? '';
        $about = [
            'Version' => phpversion('redislock') ?: 'the extension is not loaded',
            'Default store' => "$default (driver $driver".($driver === 'redislock' ? ')' : ', so its locks are not RedisLocks)'),
        ];
        foreach (array_keys($drivers, 'redislock', true) as $name) {
            $about["Locks of $name"] = $this->server((string) $name);
        }

        return $about;
    }

    private function server(string $store): string
    {
        try {
            return $this->app->make('cache')->store($store)->getStore()->lockServer();
        } catch (Throwable $e) {
            return $e->getMessage();
        }
    }
}
