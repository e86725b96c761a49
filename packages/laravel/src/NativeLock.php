<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock as LaravelLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisLock;
use RedisLockConnectionException;
use RedisLockException;
use RedisMultiLock;

/**
 * What a lock of one name and several locks as one have in common.
 *
 * @template TNative of RedisLock|RedisMultiLock
 */
abstract class NativeLock extends LaravelLock
{
    /**
     * The extension's lock of the last acquisition, until it is released.
     *
     * @var TNative|null
     */
    protected RedisLock|RedisMultiLock|null $native = null;

    /** The renewal of $native. */
    protected ?Renewal $renewal = null;

    /** The process that acquired it by Laravel's own lock. The extension's lock knows its process. */
    protected ?int $process = null;

    protected Options $options;

    /** The longest sleep between two attempts, in seconds. */
    protected float $pause = 0.25;

    /**
     * @internal
     *
     * @param  string|null  $owner  null: generated with every acquisition
     */
    public function __construct(protected readonly Connection $connection, string $name, int $seconds, ?string $owner)
    {
        parent::__construct($name, $seconds, $owner ?? '');
        $this->options = $connection->options;
    }

    /**
     * Returns the extension's lock.
     *
     * @param  string|null  $owner  null: the extension generates a token with every acquisition
     * @return TNative
     */
    abstract protected function native(?string $owner): RedisLock|RedisMultiLock;

    /**
     * Renews the lock while this object lives, as lock_renew does for all locks of a store. Counts from the next acquisition on.
     *
     * @param  float|null  $lease  in seconds; null: lock_lease
     * @param  float|null  $maxHold  renewal ends this many seconds after the acquisition; null: lock_max_hold
     */
    public function renew(?float $lease = null, ?float $maxHold = null): static
    {
        $this->options = clone $this->options;
        $this->options->renew = true;
        $this->options->lease = $lease ?? $this->options->lease;
        $this->options->maxHold = $maxHold ?? $this->options->maxHold;

        return $this;
    }

    /** Throws RedisLockLostException into the running code when the lock is lost, as lock_abort_on_loss does for all locks of a store. */
    public function abortOnLoss(): static
    {
        $this->options = clone $this->options;
        $this->options->abortOnLoss = true;

        return $this;
    }

    /** @param  float  $wait  in the queue, in seconds */
    public function acquire(float $wait = 0.0): bool
    {
        try {
            if ($this->native?->isOwned()) {
                return false; // a lock of Laravel also excludes its own object
            }
            $isTaken = $this->take($wait);
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
        if ($isTaken) {
            $this->options->renew && $this->leaveWith($this->seconds);
        }

        return $isTaken;
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
        if (! $this->wait($seconds)) {
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

    /** Returns whether all of it was this owner's until now. A forked child cannot release what its parent acquired. */
    public function release(): bool
    {
        if ($this->owner === '' || ($this->process !== null && ! $this->isOfThisProcess())) {
            return false;
        }
        $renewal = $this->renewal;
        $remainder = $renewal?->remainder;
        if ($renewal !== null) {
            $renewal->remainder = null; // also if the release fails: the lock expires
        }
        try {
            $released = ($this->native ?? $this->native($this->owner))->release();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        } catch (RedisLockException $e) {
            // Another fiber holds it, and nothing was sent; or a loss, which may be another lock's, has ended the call.
            if ($renewal !== null && $e::class === RedisLockException::class) {
                $renewal->remainder = $remainder;
            }

            throw $e;
        }
        if ($released) {
            $this->native = $this->renewal = $this->process = null;
        }

        return $released;
    }

    /** @param  int|null  $seconds  null: as many as at first; 0: for good */
    public function refresh($seconds = null): bool
    {
        $seconds = $seconds === null ? $this->seconds : Options::whole($seconds);
        if ($this->owner === '' || ($this->process !== null && ! $this->isOfThisProcess())) {
            return false;
        }
        $native = $this->native ?? $this->native($this->owner);
        $refreshed = $this->connection->ask(fn (): bool => $native->refresh($this->options->lease($seconds)));
        if ($refreshed) {
            $this->native = $native;
            $this->options->renew && $this->leaveWith($seconds);
        }

        return $refreshed;
    }

    protected function isOfThisProcess(): bool
    {
        return $this->process === null || $this->process === getmypid();
    }

    protected function wait(float $seconds): bool
    {
        return $this->acquire($seconds);
    }

    /** Acquires with an owner that no other lock has, and keeps the extension's lock. */
    protected function take(float $wait): bool
    {
        $owner = $this->connection->packs() ? $this->connection->generate() : null;
        $native = $this->native($owner);
        $isTaken = false;
        try {
            $isTaken = $native->acquire($wait);
        } finally { // also after the exception of a signal handler
            if (! $isTaken && $owner !== null) {
                $this->giveUp($owner);
            }
        }
        if ($isTaken) {
            $this->owner = $owner ?? (string) $native->getToken();
            $this->native = $native;
        }

        return $isTaken;
    }

    /** The extension takes an owner that the client packs for one that others may have, and leaves what an attempt may have taken. */
    private function giveUp(string $owner): void
    {
        try {
            $this->native($owner)->release();
        } catch (RedisLockException) {
            // The extension goes on with a release that has had no reply.
        }
    }

    /** Keeps the renewal, which leaves a renewed lock with these seconds when its object goes. */
    protected function leaveWith(int $seconds): void
    {
        if ($this->native === null) {
            return;
        }
        $renewal = $this->renewal?->lock === $this->native ? $this->renewal : null;
        $this->renewal = $renewal ?? new Renewal($this->native);
        $this->renewal->remainder = Options::life($seconds);
    }
}
