<?php

declare(strict_types=1);

namespace RedisLock\Testing;

use PHPUnit\Framework\Attributes\Before;

/** For a TestCase of PHPUnit: each test begins with no lock, and two assertions. */
trait FakesRedisLocks
{
    /** @before */
    #[Before]
    protected function resetFakeRedisLocks(): void
    {
        FakeRedisLock::reset();
    }

    /** The code has acquired a key, at least once in this test. */
    protected static function assertRedisLockAcquired(string $key): void
    {
        static::assertContains($key, FakeRedisLock::acquiredKeys(), "no lock \"$key\" was acquired");
    }

    /** No client holds a key: the code has released what it acquired. */
    protected static function assertRedisLockFree(string $key): void
    {
        static::assertFalse(FakeRedisLock::isKeyLocked($key), "the lock \"$key\" is still held");
    }
}
