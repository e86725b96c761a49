<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * What a Key has of a store in the process that acquired it.
 *
 * @internal
 */
final class Claim
{
    private float $since;

    /** Acquired a moment ago, and nothing was asked of it since. */
    public bool $isNew = false;

    /** The ttl that a renewed lock was given last: it is left with it. */
    public ?float $ttl = null;

    public function __construct(public readonly \RedisLock $lock)
    {
        $this->since = hrtime(true) / 1e9;
    }

    /** @param float $wait seconds */
    public function acquire(float $wait): bool
    {
        $wasHeld = $this->lock->isHeld();
        $this->isNew = $this->lock->acquire($wait);
        if ($this->isNew && !$wasHeld) {
            $this->since = hrtime(true) / 1e9;
        }

        return $this->isNew;
    }

    /** Seconds since the acquisition, or since it was taken over. */
    public function age(): float
    {
        return hrtime(true) / 1e9 - $this->since;
    }

    /** The Key goes: what is still held is not renewed from now on, but stays as long as it was promised. */
    public function __destruct()
    {
        if ($this->ttl !== null && $this->lock->isHeld()) {
            try {
                $this->lock->refresh($this->ttl);
            } catch (\RedisLockException) {
                // It stays for the rest of its lease.
            }
        }
    }
}
