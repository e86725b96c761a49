<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock as LaravelLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use RedisLockHolder;
use Throwable;

/** A lock of Laravel's cache that is a RedisLock. Its key and its value are those that Laravel's own lock would have. */
final class Lock extends LaravelLock
{
    /** Of the last acquisition, until it is released. */
    private ?RedisLock $native = null;

    /** Of $native, with lock_renew. */
    private ?Renewal $renewal = null;

    /** Whether somebody else may have the same owner: it was chosen, or told. */
    private bool $isShared;

    /** @var array<string, list<RedisLock>|null> what acquisitions without an answer may have left, by the name of the connection */
    private static array $left = [];

    /** The longest sleep between two attempts, in seconds. */
    private float $pause = 0.25;

    /**
     * @internal
     *
     * @param  string|null  $owner  null: drawn with every acquisition, until somebody asks for it
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
                return false; // a lock of Laravel excludes its own object, too
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
     * Waits in the queue, in the order in which others came.
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
        if ($released) { // a forked child keeps what it cannot release
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

    /** Drawn now if there is none yet. Who has been told it may use it: so it is this lock's from now on. */
    public function owner(): string
    {
        $this->isShared = true;

        return $this->owner !== '' ? $this->owner : $this->owner = $this->connection->draw();
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

    /** Who has the lock: its label, and for how long. Null: nobody. */
    public function getHolder(): ?RedisLockHolder
    {
        try {
            return $this->asked()->getHolder();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
    }

    /** With lock_fenced: greater than every earlier one of this lock. */
    public function getFence(): ?int
    {
        return $this->native?->getFence();
    }

    public function getConnectionName(): string
    {
        return $this->connection->name;
    }

    /** Of another owner than this lock's nothing is known but that there is one: ''. */
    protected function getCurrentOwner(): ?string
    {
        $holder = $this->getHolder();

        return $holder === null ? null : ($holder->isOwn ? $this->owner : '');
    }

    /** The queue would let in who has the owner that the lock has. */
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

    /** With an owner that nobody else has. */
    private function take(float $wait): ?RedisLock
    {
        $native = $this->connection->drawn($this->name, $this->seconds, $this->pause);
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
     * An owner that is stored packed is one that others may have, as far as the extension knows: it leaves what a failed acquisition
     * has left. So that is given back here, at the next contact if need be.
     */
    private function takePacked(float $wait): ?RedisLock
    {
        $left = &self::$left[$this->connection->name];
        foreach ($left ?? [] as $n => $lock) {
            $lock->release();
            unset($left[$n]);
        }
        $owner = $this->connection->draw();
        $native = $this->connection->restored($this->name, $owner, $this->seconds, $this->pause);
        try {
            $acquired = $native->acquire($wait);
        } catch (Throwable $e) { // a signal handler's, too
            $left = [...array_slice($left ?? [], -99), $this->connection->asked($this->name, $owner)];
            throw $e;
        }
        if ($acquired) {
            $this->owner = $owner;

            return $native;
        }
        if ($this->connection->options->replicas > 0) {
            $this->connection->asked($this->name, $owner)->release();
        }

        return null;
    }

    /**
     * To the extension all who have one token are one owner. In Laravel they exclude each other, also those whose driver is
     * Laravel's own: so its command decides, and the extension goes on with the lock.
     */
    private function takeAlone(): ?RedisLock
    {
        if ($this->connection->options->server !== null) {
            return $this->takeInTurn();
        }
        $own = $this->connection->lock($this->name, $this->owner, $this->seconds);
        if (! $own->acquire()) {
            return null;
        }
        $native = $this->restored();
        try {
            $acquired = $native->acquire(0.0);
        } finally {
            ($acquired ?? false) || $own->release(); // too few replicas, or no answer
        }

        return $acquired ? $native : null;
    }

    /** On a server that Laravel has no connection to: of those who have one owner one tries at a time. */
    private function takeInTurn(): ?RedisLock
    {
        $turn = $this->connection->turn($this->name);
        if (! $turn->acquire(0.0)) {
            return null;
        }
        try {
            $native = $this->restored();
            if ($native->isOwned()) {
                return null;
            }
            if ($native->acquire(0.0)) {
                return $native;
            }
            if ($this->connection->options->replicas > 0) {
                $this->asked()->release(); // too few have acknowledged it, and nobody else of this owner has acquired it meanwhile
            }

            return null;
        } finally {
            $turn->release();
        }
    }

    /** A renewed lock is left with so many seconds when its object goes. */
    private function leaveWith(int $seconds): void
    {
        if ($this->renewal?->lock !== $this->native) {
            $this->renewal = new Renewal($this->native);
        }
        $this->renewal->remainder = Options::life($seconds);
    }

    /** What prolongs the lock of its owner. */
    private function restored(): RedisLock
    {
        return $this->connection->restored($this->name, $this->owner, $this->seconds, $this->pause);
    }

    /** What asks the server, and neither acquires nor renews. */
    private function asked(): RedisLock
    {
        return $this->native ?? $this->connection->asked($this->name, $this->owner);
    }
}
