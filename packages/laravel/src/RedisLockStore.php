<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\RedisStore;

/** Laravel's Redis store, but its locks are the extension's. */
final class RedisLockStore extends RedisStore
{
    private ?Options $options = null;

    /** @var array<string, Connection> by name */
    private array $lockConnections = [];

    /** @internal */
    public function setLockOptions(Options $options): self
    {
        $this->options = $options;

        return $this;
    }

    /**
     * @param  string  $name
     * @param  int  $seconds  how long the lock lasts unless it is released; 0: for good
     * @param  string|null  $owner
     */
    public function lock($name, $seconds = 0, $owner = null): Lock
    {
        return new Lock(
            $this->connectionOfLocks(),
            $this->prefix . $name,
            is_int($seconds) ? $seconds : Options::whole($seconds),
            $owner === null ? null : (string) $owner,
        );
    }

    /**
     * Returns several locks as one: all of them or none.
     *
     * @param  non-empty-list<string>  $names
     * @param  int  $seconds  how long they last unless they are released; 0: for good
     * @param  string|null  $owner  of locks that are restored
     */
    public function locks(array $names, $seconds = 0, ?string $owner = null): Locks
    {
        return new Locks(
            $this->connectionOfLocks(),
            array_combine($names, array_map(fn (string $name): string => $this->prefix . $name, $names)),
            is_int($seconds) ? $seconds : Options::whole($seconds),
            $owner,
        );
    }

    /** Returns Laravel's limiter, with a semaphore of the extension. */
    public function funnel(string $name): Funnel
    {
        return new Funnel($this->connectionOfLocks(), $this->prefix . $name);
    }

    /** Returns where the locks are, without passwords. */
    public function lockServer(): string
    {
        return $this->connectionOfLocks()->server();
    }

    private function connectionOfLocks(): Connection
    {
        $connection = ($this->lockConnection ?? $this->connection) ?: 'default'; // as RedisManager does

        return $this->lockConnections[$connection] ??= new Connection($this->redis, $connection, $this->options ??= new Options());
    }

    /**
     * Returns whether the locks have a database of their own, so that flushLocks() of newer Laravels may delete everything in
     * it. With lock_server the locks are not in the connection's database.
     */
    public function hasSeparateLockStore(): bool
    {
        return ($this->options?->server) === null && $this->lockConnection !== $this->connection;
    }
}
