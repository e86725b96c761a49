<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use RedisLock;
use RedisLockException;

/**
 * What a renewed lock's object has, to leave the lock with all its seconds when it goes.
 *
 * @internal
 */
final class Renewal
{
    /** In seconds. */
    public float $remainder;

    public function __construct(public readonly RedisLock $lock) {}

    /** In a forked child the lock is not held. */
    public function __destruct()
    {
        if (! $this->lock->isHeld()) {
            return;
        }
        try {
            $this->lock->refresh($this->remainder);
        } catch (RedisLockException) {
            // Then it ends with its lease.
        }
    }
}
