<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock as LaravelLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use RedisLockHolder;

/** A lock of Laravel's cache that is a RedisLock. Its key and its value are those that Laravel's own lock would have. */
final class Lock extends LaravelLock
{
    /** Of the last acquisition, until it is released. */
    private ?RedisLock $native = null;

    /** Whether somebody else may have the same owner. */
    private readonly bool $isChosen;

    /** How long a renewed lock is to last when its object goes. */
    private int $remainder;

    /**
     * @internal
     *
     * @param  string|null  $owner  null: drawn by the extension, with the acquisition
     */
    public function __construct(
        private readonly Connection $connection,
        private readonly Options $options,
        string $name,
        int $seconds,
        ?string $owner,
    ) {
        parent::__construct($name, $seconds, $owner ?? '');
        $this->isChosen = $this->owner !== '';
        $this->remainder = $seconds;
    }

    /** A lock that is renewed is left with all its seconds. In a forked child it is not held. */
    public function __destruct()
    {
        if (! $this->options->renew || ! $this->native?->isHeld()) {
            return;
        }
        try {
            $this->native->refresh(Options::life($this->remainder));
        } catch (RedisLockException) {
            // Then it ends with its lease.
        }
    }

    public function acquire(): bool
    {
        return $this->attempt(0.0);
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
        $polls = $this->isChosen || $this->native !== null;
        if (! ($polls ? $this->poll($seconds) : $this->attempt($seconds))) {
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

    public function release(): bool
    {
        if ($this->hasNoOwner()) {
            return false;
        }
        try {
            $released = $this->asked()->release();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        $this->native = null;

        return $released;
    }

    /** @param  int|null  $seconds  null: as many as at first; 0: for good */
    public function refresh($seconds = null): bool
    {
        if ($this->hasNoOwner()) {
            return false;
        }
        $seconds = (int) ($seconds ?? $this->seconds);
        $native = $this->native ?? $this->claim();
        try {
            $refreshed = $native->refresh($this->options->lease($seconds));
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        if ($refreshed) {
            $this->native = $native;
            $this->remainder = $seconds;
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
        $this->native = null;
    }

    /** Drawn now if it is asked for before the acquisition. */
    public function owner(): string
    {
        if ($this->owner === '') {
            $this->owner = $this->native?->getToken() ?? $this->draw();
        }

        return $this->owner;
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
        return ! $this->hasNoOwner() && $this->isOwnedBy($this->owner());
    }

    /** @param  string|null  $owner */
    public function isOwnedBy($owner): bool
    {
        if ($owner === null) {
            return ! $this->isLocked();
        }
        try {
            return $owner !== '' && $this->ofOwner($owner)->isOwned();
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

        return $holder === null ? null : ($holder->isOwn ? $this->owner() : '');
    }

    private function attempt(float $wait): bool
    {
        try {
            if ($this->native?->isOwned()) {
                return false; // a lock of Laravel excludes its own object, too
            }
            $claim = $this->claim();
            if (! ($this->isChosen ? $this->takeAlone($claim) : $claim->acquire($wait))) {
                return false;
            }
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        $this->native = $claim;
        $this->remainder = $this->seconds;

        return true;
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
            usleep((int) min($this->sleepMilliseconds * 1e3, $left / 1e3));
        }

        return true;
    }

    /** To the extension all who have one token are one owner. In Laravel they exclude each other: so one tries at a time. */
    private function takeAlone(RedisLock $claim): bool
    {
        $guard = new RedisLock($this->key() . ':owner', server: $this->connection->server);
        if (! $guard->acquire()) {
            return false;
        }
        try {
            return ! $claim->isOwned() && $claim->acquire(0.0);
        } finally {
            $guard->release();
        }
    }

    /** What acquires or prolongs this lock. */
    private function claim(): RedisLock
    {
        $options = $this->options;
        [$key, $packs] = $this->connection->place($this->name);
        if ($packs) {
            $this->owner(); // the token is the packed one
        }
        $lease = $options->lease($this->seconds);
        $retry = max(0.001, min($this->sleepMilliseconds / 1000, 60.0));

        // By position: PHP takes two microseconds more for defaults that are skipped.
        return $this->owner === ''
            ? new RedisLock($key, $lease, 0.0, $this->connection->server, $options->renew, $options->maxHold, $options->abortOnLoss, $options->fenced, $retry, $options->replicas, null, false, $options->label)
            : RedisLock::restore($key, $this->connection->pack($this->owner), $lease, $this->connection->server, 0.0, $options->renew, $options->maxHold, $options->abortOnLoss, $options->fenced, $retry, $options->replicas, false);
    }

    /** What asks the server, and neither acquires nor renews. */
    private function asked(): RedisLock
    {
        return $this->native ?? ($this->owner === ''
            ? new RedisLock($this->key(), server: $this->connection->server, autoRelease: false)
            : $this->ofOwner($this->owner));
    }

    private function ofOwner(string $owner): RedisLock
    {
        return RedisLock::restore($this->key(), $this->connection->pack($owner), server: $this->connection->server, autoRelease: false);
    }

    private function key(): string
    {
        return $this->connection->place($this->name)[0];
    }

    /** Never acquired, and no owner was chosen or asked for. */
    private function hasNoOwner(): bool
    {
        return $this->owner === '' && $this->native === null;
    }

    /** As the extension draws it, with the label. */
    private function draw(): string
    {
        $label = strtr($this->options->label ?? (string) ini_get('redislock.label'), ['%h' => (string) gethostname(), '%p' => (string) getmypid()]);

        return bin2hex(random_bytes(16)) . ($label === '' ? '' : ":$label");
    }
}
