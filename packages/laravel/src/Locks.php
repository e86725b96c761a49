<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\Lock as LaravelLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisLockConnectionException;
use RedisMultiLock;

/**
 * Several locks of Laravel's cache as one: all of them or none. Each has the key and the value that a lock of its name has, so it
 * excludes locks of single names.
 */
final class Locks extends LaravelLock
{
    /** The locks of the last acquisition, until they are released. */
    private ?RedisMultiLock $native = null;

    /** The renewal of $native, with lock_renew. */
    private ?Renewal $renewal = null;

    /** The longest sleep between two attempts, in seconds. */
    private float $pause = 0.25;

    /**
     * @internal
     *
     * @param  non-empty-array<string>  $names  with the store's prefix, by the names without it
     * @param  string|null  $owner  of locks that are restored; null: generated with every acquisition
     */
    public function __construct(
        private readonly Connection $connection,
        private readonly array $names,
        int $seconds,
        ?string $owner = null,
    ) {
        parent::__construct(implode(', ', $names), $seconds, $owner ?? '');
    }

    /** @param  float  $wait  for all together, in seconds */
    public function acquire(float $wait = 0.0): bool
    {
        return $this->ask(function () use ($wait): bool {
            if ($this->native?->isOwned()) {
                return false; // a lock of Laravel also excludes its own object
            }
            $this->native?->release(); // what is left if one of them is lost
            [$native, $owner] = $this->connection->severalGenerated($this->names, $this->seconds, $this->pause);
            if (! $native->acquire($wait)) {
                return false;
            }
            [$this->native, $this->owner] = [$native, $owner ?? $native->getToken()];
            $this->leaveWith($this->seconds);

            return true;
        });
    }

    /**
     * Waits in the queue of each name, in the order of arrival.
     *
     * @param  int|float  $seconds  for all together
     * @param  callable|null  $callback
     *
     * @throws LockTimeoutException
     */
    public function block($seconds, $callback = null): mixed
    {
        $seconds = max(0.0, (float) $seconds);
        if (! $this->acquire($seconds)) {
            throw new LockTimeoutException("Locks [$this->name] were not free within $seconds seconds.");
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

    /** Returns whether all were this object's until now. */
    public function release(): bool
    {
        if ($this->owner === '') {
            return false;
        }
        $released = $this->ask(fn (): bool => ($this->native ?? $this->restored())->release());
        if ($released) { // a forked child cannot release them, and keeps the object
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
        $refreshed = $this->ask(fn (): bool => $native->refresh($this->connection->options->lease($seconds)));
        if ($refreshed) {
            $this->native = $native;
            $this->leaveWith($seconds);
        }

        return $refreshed;
    }

    /** Releases each of the locks, whichever owner holds it. */
    public function forceRelease(): void
    {
        foreach ($this->names as $name) {
            (new Lock($this->connection, $name, $this->seconds, null))->forceRelease();
        }
        $this->native = $this->renewal = null;
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->owner !== '' && $this->ask(fn (): bool => ($this->native ?? $this->restored())->isOwned());
    }

    /** Returns whether at least one of them is held, by whichever owner: then get() is false. */
    public function isLocked(): bool
    {
        foreach ($this->names as $name) {
            if ((new Lock($this->connection, $name, $this->seconds, null))->isLocked()) {
                return true;
            }
        }

        return false;
    }

    /**
     * Returns the fencing token of each lock, by its name, with lock_fenced. Empty unless this
     * object has acquired them.
     *
     * @return array<int>
     */
    public function getFences(): array
    {
        $fences = $this->native?->getFences() ?? [];

        return array_filter(array_map(fn (string $name): ?int => $fences[$this->connection->place($name)[0]] ?? null, $this->names));
    }

    /** Returns null if one of them has another owner, or none. */
    protected function getCurrentOwner(): ?string
    {
        return $this->isOwnedByCurrentProcess() ? $this->owner : null;
    }

    /** Keeps the renewal, which leaves renewed locks with these seconds when its object goes. */
    private function leaveWith(int $seconds): void
    {
        if (! $this->connection->options->renew) {
            return;
        }
        if ($this->renewal?->lock !== $this->native) {
            $this->renewal = new Renewal($this->native);
        }
        $this->renewal->remainder = Options::life($seconds);
    }

    private function restored(): RedisMultiLock
    {
        return $this->connection->severalRestored($this->names, $this->owner, $this->seconds);
    }

    /** @param callable(): bool $question */
    private function ask(callable $question): bool
    {
        try {
            return $question();
        } catch (RedisLockConnectionException $e) {
            throw $this->connection->failure($e);
        }
    }
}
