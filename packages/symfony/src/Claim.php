<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\Symfony\Profiler\LockRecorder;

/**
 * A Key's lock in the process that acquired it.
 *
 * @internal
 */
final class Claim
{
    private float $since;

    /** True until the first call after the acquisition. */
    public bool $isNew = false;

    /** The last ttl of a renewed lock. When the Key goes, the lock keeps it. */
    public ?float $ttl = null;

    /** True if a release was begun, and may have had no reply. */
    public bool $isEnding = false;

    /** True if a change between the lock and a share has no reply, so that the kind is unknown. */
    public bool $isUnsure = false;

    /** The time until which such a change may still be executed, in seconds of the monotonic clock. */
    public float $mayChangeUntil = 0.0;

    /** True if a command may have had no answer. It may still be executed. */
    public bool $isInDoubt = false;

    public function __construct(public \RedisLock|\RedisSemaphore $lock, public bool $isShared = false)
    {
        $this->since = hrtime(true) / 1e9;
    }

    /** @param float $wait seconds */
    public function acquire(float $wait, ?LockRecorder $recorder = null): bool
    {
        $wasHeld = $this->lock->isHeld();
        $this->isNew = null === $recorder || $wasHeld ? $this->lock->acquire($wait) : $recorder->acquire($this->lock, $wait);
        if ($this->isNew && !$wasHeld) {
            $this->since = hrtime(true) / 1e9;
        }

        return $this->isNew;
    }

    /**
     * @param float|null $lease what renewal keeps; null: nothing is renewed
     *
     * @return bool false: it is lost
     */
    public function putOff(float $ttl, ?float $lease): bool
    {
        $ttl = min(max($ttl, 0.001), 1e9);
        if (null !== $lease) {
            $this->ttl = $ttl;
        }
        $lease ??= $ttl;
        // Symfony's Lock calls this right after every acquisition, mostly for the lease that has just begun.
        $isDone = $this->isNew && $lease === $this->lock->getTtl() && $this->lock->getRemaining() >= 0.98 * $lease;
        $this->isNew = false;

        return $isDone || $this->lock->refresh($lease);
    }

    /** From here on the end of the Key prolongs nothing, unless another fiber holds the lock: then nothing is sent. */
    public function release(): bool
    {
        [$ttl, $this->ttl] = [$this->ttl, null];
        try {
            return $this->lock->release();
        } catch (\RedisLockException $exception) {
            $this->ttl = self::isUnsent($exception) ? $ttl : null;
            throw $exception;
        }
    }

    /** Returns whether a call was refused to a fiber. A loss, which may be another lock's, can end a call that is under way. */
    public static function isUnsent(\RedisLockException $exception): bool
    {
        return \RedisLockException::class === $exception::class;
    }

    /** @param self|null $other the claim with the same token that the doubt is about; null: it is in another process */
    public function takeOverDoubt(?self $other): void
    {
        $this->isInDoubt = null !== $other;
        // Only of a lock, the next call does the release again.
        $this->isEnding = $this->lock instanceof \RedisLock && ($other->isEnding ?? false);
        $this->isUnsure = $other->isUnsure ?? false;
        $this->mayChangeUntil = $other->mayChangeUntil ?? 0.0;
    }

    /** Returns the seconds since the acquisition, or since the lock was taken over. */
    public function age(): float
    {
        return hrtime(true) / 1e9 - $this->since;
    }

    /** Ends the renewal, because the Key goes. A lock that is still held keeps the time that was promised. */
    public function __destruct()
    {
        if (null !== $this->ttl && $this->lock->isHeld()) {
            try {
                $this->lock->refresh($this->ttl);
            } catch (\RedisLockException) {
                // The lock stays for the rest of its lease.
            }
        }
    }
}
