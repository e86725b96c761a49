<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\LockInterface;

/**
 * Several locks as one, as MultiLockFactory makes them.
 *
 * @internal
 */
final class MultiLock implements LockInterface
{
    private readonly string $name;

    /** The seconds of a refresh() that names none. */
    private readonly float $ttl;

    /** True if the locks were acquired, and neither released nor found to be lost. */
    private bool $isAcquired = false;

    /** @param list<string> $resources */
    public function __construct(private readonly \RedisMultiLock $lock, array $resources, private readonly float $maxWait, private readonly bool $isRenewed)
    {
        $this->ttl = $lock->getTtl();
        $this->name = implode('", "', $resources);
    }

    /**
     * @throws LockConflictedException if it blocks: another owner held one of the locks for all of max_wait
     * @throws LockAcquiringException  the server could not be asked, or another fiber has acquired the locks
     */
    public function acquire(bool $blocking = false): bool
    {
        try {
            $this->isAcquired = $this->lock->acquire($blocking ? $this->maxWait : 0.0);
        } catch (\RedisLockLostException $loss) {
            throw $loss; // by abort_on_loss, into whatever code runs
        } catch (\RedisLockException $exception) {
            throw new LockAcquiringException(sprintf('Failed to acquire the locks "%s".', $this->name), 0, $exception);
        }
        if ($blocking && !$this->isAcquired) {
            throw new LockConflictedException(sprintf('Another owner has held the lock "%s" for all the time that this process waits (max_wait, %s seconds).', (string) $this->lock->getBlockedBy(), $this->maxWait));
        }

        return $this->isAcquired;
    }

    /**
     * Renewed locks keep their lease.
     *
     * @throws LockConflictedException one of the locks is lost
     * @throws LockAcquiringException  the server could not be asked
     * @throws InvalidTtlException     $ttl is out of range
     */
    public function refresh(?float $ttl = null): void
    {
        try {
            $isRefreshed = $this->lock->refresh($this->isRenewed ? null : $ttl ?? $this->ttl);
        } catch (\ValueError $refusal) {
            throw new InvalidTtlException(sprintf('A ttl of %s seconds is out of range.', (string) $ttl), 0, $refusal);
        } catch (\RedisLockConnectionException $exception) {
            throw new LockAcquiringException(sprintf('Failed to define an expiration for the locks "%s".', $this->name), 0, $exception);
        }
        if (!$isRefreshed) {
            throw new LockConflictedException(sprintf('One of the locks "%s" is not held any more: it expired, or a client removed or took it.', $this->name));
        }
    }

    public function isAcquired(): bool
    {
        try {
            return $this->isAcquired = $this->isAcquired && $this->lock->isOwned();
        } catch (\RedisLockConnectionException) {
            return false;
        }
    }

    /** @throws LockReleasingException the server could not be asked, or another fiber has acquired the locks */
    public function release(): void
    {
        try {
            $this->lock->release();
        } catch (\RedisLockLostException $loss) {
            throw $loss;
        } catch (\RedisLockException $exception) {
            throw new LockReleasingException(sprintf('Failed to release the locks "%s".', $this->name), 0, $exception);
        }
        $this->isAcquired = false;
    }

    public function isExpired(): bool
    {
        return $this->isAcquired && !$this->lock->isHeld();
    }

    public function getRemainingLifetime(): ?float
    {
        return $this->isAcquired ? $this->lock->getRemaining() : null;
    }
}
