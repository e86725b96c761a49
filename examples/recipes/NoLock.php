<?php

declare(strict_types=1);

/** In the place of RedisLock and RedisSemaphore: it locks nothing. So a recipe shows what its lock is good for. */
final class NoLock
{
    public function __construct(mixed ...$options) {}

    public function tryAcquire(): bool
    {
        return true;
    }

    public function isHeld(): bool
    {
        return true;
    }

    public function synchronized(callable $work): mixed
    {
        return $work($this);
    }
}
