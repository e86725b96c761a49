<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Console;

use Illuminate\Cache\CacheManager;
use Illuminate\Contracts\Config\Repository as Config;
use RedisLock\Laravel\RedisLockStore;

class StatusCommand extends LockCommand
{
    protected $signature = 'redislock:status
        {name? : The name of a lock, as Cache::lock() takes it}
        {--store= : The cache store, if there are several with the driver redislock}
        {--release : Releases the lock, whichever owner holds it}
        {--force : Does not ask before the release}';

    protected $description = 'Show who holds a lock, until when, and whether others wait for it';

    public function handle(Config $config, CacheManager $cache): int
    {
        $lock = $this->argument('name');

        return $this->each($config, $cache, function (string $name, RedisLockStore $store) use ($lock): void {
            $this->line("<options=bold>$name</>, ".$store->lockServer());
            if (is_string($lock)) {
                $this->show($store, $lock);
            }
        });
    }

    private function show(RedisLockStore $store, string $name): void
    {
        $lock = $store->lock($name);
        $holder = $lock->getHolder();
        $waiters = $lock->countWaiters();
        $this->detail('Key', $lock->getKey());
        $this->detail('Holder', $holder === null ? 'none, the lock is free' : $holder->label ?? 'one without a label');
        if ($holder !== null) {
            $this->detail('Expires', $holder->remaining === INF ? 'never' : sprintf('in %.1f s, unless it is renewed', $holder->remaining));
        }
        $this->detail('Waiters', $waiters === null ? 'not known' : ($waiters < 2 ? (string) $waiters : '2 or more'));
        if ($holder === null || ! $this->option('release')) {
            return;
        }
        if ($this->option('force') || $this->confirm('Release it? Its holder goes on with its work, beside the next one.')) {
            $lock->forceRelease();
            $this->info('Released.');
        }
    }
}
