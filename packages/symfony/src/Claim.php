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

    /** The ttl that what is renewed was given last: it is left with it. */
    public ?float $ttl = null;

    /** Whether it was to become a share of the lock, or the lock, and nobody knows what came of it. */
    public bool $isUnsure = false;

    /** Until when a change without an answer may still be made, in seconds of the monotonic clock. */
    public float $mayChangeUntil = 0.0;

    public function __construct(public \RedisLock|\RedisSemaphore $lock, public bool $isShared = false)
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

    /**
     * @param float|null $lease what renewal keeps; null: nothing is renewed
     * @return bool false: it is lost
     */
    public function putOff(float $ttl, ?float $lease): bool
    {
        $ttl = min(max($ttl, 0.001), 1e9);
        if ($lease !== null) {
            $this->ttl = $ttl;
        }
        $lease ??= $ttl;
        // Symfony's Lock calls this right after every acquisition, mostly for the lease that has just begun.
        $isDone = $this->isNew && $lease === $this->lock->getTtl() && $this->lock->getRemaining() >= 0.98 * $lease;
        $this->isNew = false;

        return $isDone || $this->lock->refresh($lease);
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
