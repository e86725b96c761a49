<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use RedisLock;
use RedisLockException;
use RedisMultiLock;

/**
 * The end of a renewed lock's object: leaves the lock with all its seconds.
 *
 * @internal
 */
final class Renewal
{
    /** The ttl in seconds that is left; null: a release was asked for, so the lock is left as it is. */
    public ?float $remainder = null;

    public function __construct(public readonly RedisLock|RedisMultiLock $lock) {}

    /** Does nothing in a forked child, where the lock is not held. */
    public function __destruct()
    {
        if ($this->remainder === null || ! $this->lock->isHeld()) {
            return;
        }
        try {
            $this->lock->refresh($this->remainder);
        } catch (RedisLockException) {
            // The lock expires with its lease.
        }
    }
}
