<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use RedisMultiLock;

/**
 * Several locks of Laravel's cache as one: all of them or none. Each has the key and the value that a lock of its name has, so it
 * excludes locks of single names.
 *
 * @extends NativeLock<RedisMultiLock>
 */
class Locks extends NativeLock
{
    /**
     * @internal
     *
     * @param  non-empty-array<string>  $names  with the store's prefix, by the names without it
     * @param  string|null  $owner  of locks that are restored; null: generated with every acquisition
     */
    public function __construct(Connection $connection, protected readonly array $names, int $seconds, ?string $owner = null)
    {
        parent::__construct($connection, implode(', ', $names), $seconds, $owner);
    }

    /** Releases each of the locks, whichever owner holds it. */
    public function forceRelease(): void
    {
        foreach ($this->names as $name) {
            $this->connection->ask(fn () => $this->connection->asked($name, '')->forceRelease());
        }
        $this->native = $this->renewal = $this->process = null;
    }

    public function isOwnedByCurrentProcess(): bool
    {
        return $this->owner !== '' && $this->connection->ask(fn (): bool => ($this->native ?? $this->native($this->owner))->isOwned());
    }

    /** Returns whether at least one of them is held, by whichever owner: then get() is false. */
    public function isLocked(): bool
    {
        foreach ($this->names as $name) {
            if ($this->connection->ask(fn (): bool => $this->connection->asked($name, '')->isLocked())) {
                return true;
            }
        }

        return false;
    }

    /**
     * Returns the fencing token of each lock, by its name, with lock_fenced. Empty unless this
     * object has acquired them.
     *
     * @return array<array-key, int>
     */
    public function getFences(): array
    {
        $ofKeys = $this->native?->getFences() ?? [];
        $fences = [];
        foreach ($this->names as $name => $prefixed) {
            $fences[$name] = $ofKeys[$this->connection->key($prefixed)] ?? 0;
        }

        return array_filter($fences);
    }

    /** Returns null if one of them has another owner, or none. */
    protected function getCurrentOwner(): ?string
    {
        return $this->isOwnedByCurrentProcess() ? $this->owner : null;
    }

    protected function take(float $wait): bool
    {
        $this->native?->release(); // what is left if one of them is lost

        return parent::take($wait);
    }

    protected function native(?string $owner): RedisMultiLock
    {
        return $this->connection->several($this->names, $this->options, $this->seconds, $this->pause, $owner);
    }
}
