<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Suites;

use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Semaphore\PersistingStoreInterface;
use Symfony\Component\Semaphore\Store\RedisStore;
use Symfony\Component\Semaphore\Tests\Store\AbstractStoreTestCase;

/** All that Symfony tests of a store for semaphores. */
final class SemaphoreStoreTest extends AbstractStoreTestCase
{
    protected function setUp(): void
    {
        phpredis()->flushDB(); // some tests count on an empty server
    }

    public function getStore(): PersistingStoreInterface
    {
        return 'redis' === getenv('REDISLOCK_DRIVER') ? new RedisStore(phpredis()) : new RedisSemaphoreStore(address());
    }
}
