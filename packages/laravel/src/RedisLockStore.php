<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Config\Repository as Config;
use SensitiveParameterValue;

/** Laravel's Redis store, but its locks are the extension's. */
class RedisLockStore extends RedisStore
{
    private Config $config;

    /** The keys of this store in config/cache.php. */
    private SensitiveParameterValue $keys;

    /** @var array<string, Connection> by name */
    private array $lockConnections = [];

    /**
     * @internal
     *
     * @param  array<mixed>  $keys
     */
    public function configureLocks(Config $config, #[\SensitiveParameter] array $keys): static
    {
        $this->config = $config;
        $this->keys = new SensitiveParameterValue($keys);

        return $this;
    }

    /**
     * @param  string  $name
     * @param  int|numeric-string  $seconds  how long the lock lasts unless it is released; 0: for good
     * @param  string|null  $owner
     */
    public function lock($name, $seconds = 0, $owner = null): Lock
    {
        return new Lock($this->connectionOfLocks(), $this->prefix.$name, is_int($seconds) ? $seconds : Options::whole($seconds), $owner === null ? null : (string) $owner);
    }

    /**
     * Returns a read lock: any number of them at once, or one lock of lock().
     *
     * @param  string  $name
     * @param  int  $seconds
     * @param  string|null  $owner
     */
    public function readLock($name, $seconds = 0, $owner = null): Lock
    {
        return $this->lock($name, $seconds, $owner)->shared();
    }

    /**
     * Returns several locks as one: all of them or none.
     *
     * @param  non-empty-list<string>  $names
     * @param  int|numeric-string  $seconds  how long they last unless they are released; 0: for good
     * @param  string|null  $owner  of locks that are restored
     */
    public function locks(array $names, $seconds = 0, ?string $owner = null): Locks
    {
        $prefixed = array_map(fn (string $name): string => $this->prefix.$name, $names);

        return new Locks($this->connectionOfLocks(), array_combine($names, $prefixed), is_int($seconds) ? $seconds : Options::whole($seconds), $owner);
    }

    /** Returns Laravel's limiter, with a semaphore of the extension. */
    public function funnel(string $name): Funnel
    {
        return new Funnel($this->connectionOfLocks(), $this->prefix.$name);
    }

    /** Returns where the locks are, without passwords. */
    public function lockServer(): string
    {
        return $this->connectionOfLocks()->server();
    }

    /**
     * Returns whether the locks have a database of their own, so that flushLocks() of newer Laravels may delete everything in
     * it. With lock_server the locks are not in the connection's database.
     */
    public function hasSeparateLockStore(): bool
    {
        return ! isset($this->keys->getValue()['lock_server']) && $this->lockConnection !== $this->connection;
    }

    private function connectionOfLocks(): Connection
    {
        $name = ($this->lockConnection ?? $this->connection) ?: 'default'; // as RedisManager does

        return $this->lockConnections[$name] ??= new Connection(
            $this->redis,
            $name,
            $this->config->get('database.redis', []),
            Options::read($this->keys->getValue()),
            $this->keys->getValue()['lock_server'] ?? null,
        );
    }
}
