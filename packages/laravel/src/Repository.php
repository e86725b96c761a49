<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use BackedEnum;
use Illuminate\Cache\Repository as LaravelRepository;
use UnitEnum;

/** Laravel's cache with the extension's funnels, also for versions of Laravel that have none. */
class Repository extends LaravelRepository
{
    /** @param  array<mixed>  $config */
    public function __construct(private readonly RedisLockStore $locks, array $config = [])
    {
        parent::__construct($locks, $config);
    }

    /**
     * Returns a read lock: any number of them at once, or one lock of lock().
     *
     * @param  UnitEnum|string  $name
     * @param  int  $seconds
     * @param  string|null  $owner
     */
    public function readLock($name, $seconds = 0, $owner = null): Lock
    {
        return $this->locks->readLock(self::nameOf($name), $seconds, $owner);
    }

    /**
     * Returns several locks as one: all of them or none.
     *
     * @param  non-empty-list<UnitEnum|string>  $names
     * @param  int  $seconds
     */
    public function locks(array $names, $seconds = 0): Locks
    {
        return $this->locks->locks(array_map(self::nameOf(...), $names), $seconds);
    }

    /**
     * Returns the locks that an owner has acquired with locks(), to release them elsewhere.
     *
     * @param  non-empty-list<UnitEnum|string>  $names
     */
    public function restoreLocks(array $names, string $owner): Locks
    {
        return $this->locks->locks(array_map(self::nameOf(...), $names), 0, $owner);
    }

    /** @param  UnitEnum|string  $name */
    public function funnel($name): Funnel
    {
        return $this->locks->funnel(self::nameOf($name));
    }

    private static function nameOf(UnitEnum|string|int $name): string
    {
        return (string) match (true) {
            $name instanceof BackedEnum => $name->value,
            $name instanceof UnitEnum => $name->name,
            default => $name,
        };
    }
}
