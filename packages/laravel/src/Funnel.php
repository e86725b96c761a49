<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder as CacheBuilder;
use Illuminate\Cache\Limiters\LimiterTimeoutException as CacheTimeoutException;
use Illuminate\Contracts\Redis\LimiterTimeoutException;
use Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder as RedisBuilder;
use RedisSemaphore;

// Laravel's cache has a builder since 12.53. The builder of its Redis has the same methods.
class_alias(class_exists(CacheBuilder::class) ? CacheBuilder::class : RedisBuilder::class, __NAMESPACE__.'\FunnelBuilder');

/**
 * Cache::funnel(): a limit on the number of calls at once, by a RedisSemaphore. It has the methods of Laravel's own. sleep()
 * matters only where there is no queue.
 */
class Funnel extends FunnelBuilder
{
    /** @var Connection */
    public $connection;

    /**
     * @throws CacheTimeoutException|LimiterTimeoutException the funnel stayed full, and there is no $failure; the second one if
     *                                                       Laravel's cache has no funnel of its own
     */
    public function then(callable $callback, ?callable $failure = null): mixed
    {
        try {
            $semaphore = $this->enter();
            try {
                return $callback();
            } finally {
                $this->connection->ask($semaphore->release(...));
            }
        } catch (CacheTimeoutException|LimiterTimeoutException $e) {
            return $failure !== null ? $failure($e) : throw $e;
        }
    }

    private function enter(): RedisSemaphore
    {
        $pause = max(0.001, min($this->sleep / 1000, 60.0));
        // If the limit is 0, no call enters, as with Laravel's own.
        $semaphore = $this->maxLocks !== null && $this->maxLocks < 1 ? null : $this->connection->semaphore($this->name, (int) $this->maxLocks, (int) $this->releaseAfter, $pause);
        if ($semaphore === null || ! $this->connection->ask(fn () => $semaphore->acquire(max(0.0, (float) $this->timeout)))) {
            $class = class_exists(CacheTimeoutException::class) ? CacheTimeoutException::class : LimiterTimeoutException::class;
            throw new $class("Funnel [$this->name] was full for $this->timeout seconds: $this->maxLocks may be in it at once.");
        }

        return $semaphore;
    }
}
