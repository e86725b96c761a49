<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Contracts\Cache\Lock as LockContract;
use RedisLock;
use RedisLockHolder;

/**
 * A lock of Laravel's cache that is a RedisLock. Laravel's own lock would have the same key and the same value.
 *
 * @extends NativeLock<RedisLock>
 */
class Lock extends NativeLock
{
    /** How long a key with a chosen owner stays if get() fails: a read lock's, one for good, and one that lacks replicas. */
    private const PROVISIONAL_SECONDS = 2;

    /** For how many seconds get() of a read lock waits for its turn: the one that has the turn may be a read lock, too. */
    private const PATIENCE = 0.1;

    /** The same for the next attempt. block() waits as long as it has left. */
    private float $patience = self::PATIENCE;

    /** Laravel's own lock, if it does all that is asked of this one. */
    private ?LockContract $own = null;

    /** True if another lock may have the same owner, because the caller chose it or has asked for it. */
    protected bool $isChosen;

    /**
     * @internal
     *
     * @param  string|null  $owner  null: generated with every acquisition, until the caller asks for it
     */
    public function __construct(Connection $connection, string $name, int $seconds, ?string $owner)
    {
        parent::__construct($connection, $name, $seconds, $owner);
        $this->isChosen = $this->owner !== '';
    }

    public function release(): bool
    {
        if ($this->own === null || $this->native !== null || ! $this->isOfThisProcess()) {
            return parent::release();
        }
        $released = $this->own->release();
        $this->process = $released ? null : $this->process;

        return $released;
    }

    /** Makes it a read lock: any number of read locks at once, or one lock that is not. */
    public function shared(): static
    {
        $this->options = clone $this->options;
        $this->options->shared = true;

        return $this;
    }

    public function forceRelease(): void
    {
        $this->connection->ask(fn () => $this->asked()->forceRelease());
        $this->native = $this->renewal = $this->process = null;
    }

    /** Generates the owner if there is none yet. The caller may use it elsewhere, so this lock keeps it from now on. */
    public function owner(): string
    {
        $this->isChosen = true;

        return $this->owner !== '' ? $this->owner : $this->owner = $this->connection->generate();
    }

    public function isLocked(): bool
    {
        return $this->connection->ask(fn (): bool => $this->asked()->isLocked());
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->owner !== '' && $this->isOwnedBy($this->owner);
    }

    /** @param  string|null  $owner */
    public function isOwnedBy($owner): bool
    {
        return match ($owner) {
            null => ! $this->isLocked(),
            '' => false,
            default => $this->connection->ask(fn (): bool => $this->connection->asked($this->name, $owner, $this->options->shared)->isOwned()),
        };
    }

    /** Returns the holder's label, and the time until the lock expires. Null: the lock is free. */
    public function getHolder(): ?RedisLockHolder
    {
        return $this->connection->ask(fn (): ?RedisLockHolder => $this->asked()->getHolder());
    }

    /** Returns the fencing token, with lock_fenced: greater than every earlier one of this lock. */
    public function getFence(): ?int
    {
        return $this->native?->getFence();
    }

    /** Returns the key in Redis. */
    public function getKey(): string
    {
        return $this->connection->key($this->name);
    }

    /** Returns how many others wait in the queue: 0, 1, or 2 if there may be more. Null: not known, as in a cluster, and with lock_server. */
    public function countWaiters(): ?int
    {
        return $this->connection->waiters($this->name);
    }

    public function getConnectionName(): string
    {
        return $this->connection->name;
    }

    /** Returns '' for another owner than this lock's, because only its existence is known. */
    protected function getCurrentOwner(): ?string
    {
        $holder = $this->getHolder();

        return $holder === null ? null : ($holder->isOwn ? $this->owner : '');
    }

    /** Polls if another lock may have the same owner, because the queue would admit a waiter that has the holder's owner. */
    protected function wait(float $seconds): bool
    {
        if (! $this->isChosen && $this->native === null) {
            return $this->acquire($seconds);
        }
        $end = hrtime(true) + $seconds * 1e9;
        try {
            do {
                $this->patience = max(0.0, ($end - hrtime(true)) / 1e9);
                if ($this->acquire()) {
                    return true;
                }
                $left = $end - hrtime(true);
                usleep(max(0, (int) min($this->pause * 1e6, $left / 1e3)));
            } while ($left > 0);
        } finally {
            $this->patience = self::PATIENCE;
        }

        return false;
    }

    /**
     * For the extension, all locks with one token are one owner. In Laravel they exclude each other, also those of Laravel's own
     * driver. Therefore Laravel's command decides. If the lock has options, the extension then takes it over.
     */
    protected function take(float $wait): bool
    {
        if (! $this->isChosen) {
            return parent::take($wait);
        }
        if ($this->options->shared && ! $this->connection->hasOwnServer) { // two read locks with one owner are one
            $native = $this->connection->single($this->name, $this->options, $this->seconds, $this->pause, $this->owner, isNew: true);
            $this->native = $native->acquire($wait) ? $native : null;

            return $this->native !== null;
        }
        if ($this->seconds > 0 && ! $this->connection->hasOwnServer && $this->options->isPlain()) {
            $this->native = $this->renewal = null;

            $isTaken = (bool) ($this->own ??= $this->connection->lock($this->name, $this->owner, $this->seconds))->get();
            $this->process = $isTaken ? (int) getmypid() : $this->process;

            return $isTaken;
        }
        $this->native = $this->connection->hasOwnServer ? $this->takeInTurn() : $this->takeOver();

        return $this->native !== null;
    }

    /** Acquires by Laravel's command. */
    private function takeOver(): ?RedisLock
    {
        $seconds = $this->firstSeconds();
        $start = hrtime(true);
        // A failure leaves the key to its ttl, because the same owner may have acquired it elsewhere by then.
        if (! $this->connection->lock($this->name, $this->owner, (int) ceil($this->options->lease($seconds)))->get()) {
            return null;
        }
        $native = $this->native($this->owner, $seconds);
        $counts = fn (): bool => hrtime(true) - $start < ($this->options->lease($seconds) * 0.99 - 0.002) * 1e9;

        return $counts() && $native->acquire(0.0) && $counts() && $this->prolong($native, $seconds) && $counts() ? $native : null;
    }

    /** Acquires at a server without a connection of Laravel: of the locks and read locks with one owner, one tries at a time. */
    private function takeInTurn(): ?RedisLock
    {
        $isShared = $this->options->shared;
        $turn = $this->connection->turn($this->name, $this->owner);
        if (! $turn->acquire($isShared ? $this->patience : 0.0)) {
            return null;
        }
        try {
            $seconds = $this->firstSeconds(); // an acquisition ends no other read lock of this owner sooner
            $native = $this->connection->single($this->name, $this->options, $seconds, $this->pause, $this->owner, isNew: $isShared);
            // If the turn is lost, the key may be another lock's of this owner. A failure leaves the key to its ttl.
            $isFree = $isShared || ! $native->isOwned() && ! $this->hasShare();
            $isAcquired = $isFree && $turn->isHeld() && $native->acquire(0.0);

            return $isAcquired && $turn->isHeld() && $this->prolong($native, $seconds) ? $native : null;
        } finally {
            $turn->release();
        }
    }

    /** Returns whether the owner has a read lock, which the extension would turn into this lock. */
    private function hasShare(): bool
    {
        return $this->connection->asked($this->name, $this->owner, true)->isOwned();
    }

    /** Returns for how long a key is taken at first. A read lock's, one for good and one that lacks replicas must not stay if get() fails. */
    private function firstSeconds(): int
    {
        $isLong = ($this->options->replicas > 0 || $this->options->shared) && $this->seconds > self::PROVISIONAL_SECONDS;

        return $isLong || $this->seconds <= 0 ? self::PROVISIONAL_SECONDS : $this->seconds;
    }

    /** Gives a lock that was taken for these seconds all its seconds. */
    private function prolong(RedisLock $native, int $seconds): bool
    {
        return $seconds === $this->seconds || $native->refresh($this->options->lease($this->seconds));
    }

    protected function native(?string $owner, ?int $seconds = null): RedisLock
    {
        return $this->connection->single($this->name, $this->options, $seconds ?? $this->seconds, $this->pause, $owner);
    }

    /** Returns the object that asks the server. It neither acquires nor renews. */
    private function asked(): RedisLock
    {
        return $this->native ?? $this->connection->asked($this->name, $this->owner, $this->options->shared);
    }
}
