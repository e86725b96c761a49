<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Suites;

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Lock\Tests\Store\AbstractStoreTestCase;
use Symfony\Component\Lock\Tests\Store\BlockingStoreTestTrait;
use Symfony\Component\Lock\Tests\Store\ExpiringStoreTestTrait;
use Symfony\Component\Lock\Tests\Store\SharedLockStoreTestTrait;

/** All that Symfony tests of a store for locks. */
final class LockStoreTest extends AbstractStoreTestCase
{
    use BlockingStoreTestTrait;
    use ExpiringStoreTestTrait;
    use SharedLockStoreTestTrait;

    protected function getClockDelay(): int
    {
        return 250_000;
    }

    public function getStore(): PersistingStoreInterface
    {
        return 'redis' === getenv('REDISLOCK_DRIVER') ? new RedisStore(phpredis()) : new RedisLockStore(address());
    }
}
