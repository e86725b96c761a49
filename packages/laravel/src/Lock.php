<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock as LaravelLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use RedisLockHolder;

/** A lock of Laravel's cache that is a RedisLock. Laravel's own lock would have the same key and the same value. */
final class Lock extends LaravelLock
{
    /** How long a key with a chosen owner stays if too few replicas acknowledge it, or if get() fails that takes it for good. */
    private const PROVISIONAL_SECONDS = 2;

    /** The lock of the last acquisition, until it is released. */
    private ?RedisLock $native = null;

    /** The renewal of $native, with lock_renew. */
    private ?Renewal $renewal = null;

    /** True if another lock may have the same owner, because the caller chose it or has asked for it. */
    private bool $isShared;

    /** @var array<string, list<Orphan>|null> what acquisitions without a reply may have left, by the name of the connection */
    private static array $left = [];

    /** The longest sleep between two attempts, in seconds. */
    private float $pause = 0.25;

    /**
     * @internal
     *
     * @param  string|null  $owner  null: generated with every acquisition, until the caller asks for it
     */
    public function __construct(
        private readonly Connection $connection,
        string $name,
        int $seconds,
        ?string $owner,
    ) {
        parent::__construct($name, $seconds, $owner ?? '');
        $this->isShared = $this->owner !== '';
    }

    /** @param  float  $wait  in the queue, in seconds */
    public function acquire(float $wait = 0.0): bool
    {
        try {
            if ($this->native?->isOwned()) {
                return false; // a lock of Laravel also excludes its own object
            }
            $native = $this->isShared ? $this->takeAlone() : $this->take($wait);
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        if ($native === null) {
            return false;
        }
        $this->native = $native;
        if ($this->connection->options->renew) {
            $this->leaveWith($this->seconds);
        }

        return true;
    }

    /**
     * Waits in the queue, in the order of arrival.
     *
     * @param  int|float  $seconds
     * @param  callable|null  $callback
     *
     * @throws LockTimeoutException
     */
    public function block($seconds, $callback = null): mixed
    {
        $seconds = max(0.0, (float) $seconds);
        $polls = $this->isShared || $this->native !== null;
        if (! ($polls ? $this->poll($seconds) : $this->acquire($seconds))) {
            throw new LockTimeoutException("Lock [$this->name] was not free within $seconds seconds.");
        }
        if (! is_callable($callback)) {
            return true;
        }
        try {
            return $callback();
        } finally {
            $this->release();
        }
    }

    /** @param  int  $milliseconds */
    public function betweenBlockedAttemptsSleepFor($milliseconds): static
    {
        $this->pause = max(0.001, min($milliseconds / 1000, 60.0));

        return parent::betweenBlockedAttemptsSleepFor($milliseconds);
    }

    public function release(): bool
    {
        if ($this->owner === '') {
            return false;
        }
        try {
            $released = ($this->native ?? $this->asked())->release();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        } catch (RedisLockException $e) {
            throw $e::class !== RedisLockException::class ? $e : new RedisLockException("Lock [$this->name] is in use: another fiber, which has not ended, acquired it, or a signal handler has interrupted a call of it. Release it there, or by Cache::restoreLock() with its owner().", 0, $e);
        }
        if ($released) { // a forked child cannot release it, and keeps the object
            $this->native = $this->renewal = null;
        }

        return $released;
    }

    /** @param  int|null  $seconds  null: as many as at first; 0: for good */
    public function refresh($seconds = null): bool
    {
        $seconds = $seconds === null ? $this->seconds : Options::whole($seconds);
        if ($this->owner === '') {
            return false;
        }
        $native = $this->native ?? $this->restored();
        try {
            $refreshed = $native->refresh($this->connection->options->lease($seconds));
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        if ($refreshed) {
            $this->native = $native;
            if ($this->connection->options->renew) {
                $this->leaveWith($seconds);
            }
        }

        return $refreshed;
    }

    public function forceRelease(): void
    {
        try {
            $this->asked()->forceRelease();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        $this->native = $this->renewal = null;
    }

    /** Generates the owner if there is none yet. The caller may use it elsewhere, so this lock keeps it from now on. */
    public function owner(): string
    {
        $this->isShared = true;

        return $this->owner !== '' ? $this->owner : $this->owner = $this->connection->generate();
    }

    public function isLocked(): bool
    {
        try {
            return $this->asked()->isLocked();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->owner !== '' && $this->isOwnedBy($this->owner);
    }

    /** @param  string|null  $owner */
    public function isOwnedBy($owner): bool
    {
        if ($owner === null) {
            return ! $this->isLocked();
        }
        try {
            return $owner !== '' && $this->connection->asked($this->name, $owner)->isOwned();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
    }

    /** Returns the holder's label, and the time until the lock expires. Null: the lock is free. */
    public function getHolder(): ?RedisLockHolder
    {
        try {
            return $this->asked()->getHolder();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
    }

    /** Returns the fencing token, with lock_fenced: greater than every earlier one of this lock. */
    public function getFence(): ?int
    {
        return $this->native?->getFence();
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

    /** Acquires without the queue, because the queue would admit a waiter that has the holder's owner. */
    private function poll(float $seconds): bool
    {
        $end = hrtime(true) + $seconds * 1e9;
        while (! $this->acquire()) {
            $left = $end - hrtime(true);
            if ($left <= 0) {
                return false;
            }
            usleep((int) min($this->pause * 1e6, $left / 1e3));
        }

        return true;
    }

    /** Acquires with an owner that no other lock has. */
    private function take(float $wait): ?RedisLock
    {
        $native = $this->connection->generated($this->name, $this->seconds, $this->pause);
        if ($native === null) {
            return $this->takePacked($wait);
        }
        if (! $native->acquire($wait)) {
            return null;
        }
        $this->owner = $native->getToken();

        return $native;
    }

    /**
     * The extension takes an owner that is stored packed for one that others may have, so it does not delete the orphan of a
     * failed acquisition. This deletes it, at the next contact if necessary.
     */
    private function takePacked(float $wait): ?RedisLock
    {
        $left = &self::$left[$this->connection->name];
        foreach ($left ?? [] as $n => $orphan) {
            if ($orphan->delete()) {
                unset($left[$n]);
            }
        }
        $owner = $this->connection->generate();
        $native = $this->connection->restored($this->name, $owner, $this->seconds, $this->pause);
        $reconnects = RedisLock::stats()['reconnects'];
        $isSure = false;
        try {
            if ($native->acquire($wait)) {
                $isSure = true;
                $this->owner = $owner;

                return $native;
            }
            if ($this->connection->options->replicas > 0) {
                $this->connection->asked($this->name, $owner)->release();
            }
            // A command that was sent again over another connection may still be executed at its first sending.
            $isSure = $wait <= 0.0 && RedisLock::stats()['reconnects'] === $reconnects;
        } finally { // also after the exception of a signal handler
            $isSure || $left = [...array_slice($left ?? [], -99), new Orphan($this->connection, $this->name, $owner)];
        }

        return null;
    }

    /**
     * For the extension, all locks with one token are one owner. In Laravel they exclude each other, also those of Laravel's
     * own driver. Therefore Laravel's command decides, and the extension takes the lock over.
     */
    private function takeAlone(): ?RedisLock
    {
        if ($this->connection->options->server !== null) {
            return $this->takeInTurn();
        }
        $seconds = $this->firstSeconds();
        $start = hrtime(true);
        // A failure leaves the key to its ttl, because the same owner may have acquired it elsewhere by then.
        if (! $this->connection->lock($this->name, $this->owner, $seconds)->acquire()) {
            return null;
        }
        $native = $this->restored($seconds);
        $counts = fn (): bool => hrtime(true) - $start < ($this->connection->options->lease($seconds) * 0.99 - 0.002) * 1e9;

        return $counts() && $native->acquire(0.0) && $counts() && $this->prolong($native, $seconds) && $counts() ? $native : null;
    }

    /** Acquires at a server without a connection of Laravel: of the locks with one owner, one tries at a time. */
    private function takeInTurn(): ?RedisLock
    {
        $turn = $this->connection->turn($this->name);
        if (! $turn->acquire(0.0)) {
            return null;
        }
        try {
            $seconds = $this->firstSeconds();
            $native = $this->restored($seconds);
            // If the turn is lost, the key may be another lock's of this owner. A failure leaves the key to its ttl.
            $isAcquired = ! $native->isOwned() && $turn->isHeld() && $native->acquire(0.0);

            return $isAcquired && $turn->isHeld() && $this->prolong($native, $seconds) ? $native : null;
        } finally {
            $turn->release();
        }
    }

    /** Returns for how long a key is taken at first. If that may fail, for want of replicas, or would last for good, it must not stay. */
    private function firstSeconds(): int
    {
        $isLong = $this->connection->options->replicas > 0 && $this->seconds > self::PROVISIONAL_SECONDS;

        return $isLong || $this->seconds <= 0 ? self::PROVISIONAL_SECONDS : $this->seconds;
    }

    /** Gives a lock that was taken for these seconds all its seconds. */
    private function prolong(RedisLock $native, int $seconds): bool
    {
        return $seconds === $this->seconds || $native->refresh($this->connection->options->lease($this->seconds));
    }

    /** Keeps the renewal, which leaves a renewed lock with these seconds when its object goes. */
    private function leaveWith(int $seconds): void
    {
        if ($this->renewal?->lock !== $this->native) {
            $this->renewal = new Renewal($this->native);
        }
        $this->renewal->remainder = Options::life($seconds);
    }

    /** Returns the object that extends the lock of its owner. */
    private function restored(?int $seconds = null): RedisLock
    {
        return $this->connection->restored($this->name, $this->owner, $seconds ?? $this->seconds, $this->pause);
    }

    /** Returns the object that asks the server. It neither acquires nor renews. */
    private function asked(): RedisLock
    {
        return $this->native ?? $this->connection->asked($this->name, $this->owner);
    }
}
