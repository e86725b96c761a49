<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\ArrayStore as LaravelArrayStore;
use Illuminate\Support\Carbon;

/** Laravel's array store for tests without Redis: its locks have the methods of this package's. */
class ArrayStore extends LaravelArrayStore
{
    /** @var array<string, array<string, Carbon|null>> the end of each read lock, by name and owner */
    public array $readers = [];

    /** @var array<string, int> the last fencing token of each lock */
    public array $fences = [];

    /**
     * @param  string  $name
     * @param  int  $seconds
     * @param  string|null  $owner
     */
    public function lock($name, $seconds = 0, $owner = null): ArrayLock
    {
        return new ArrayLock($this, $name, $seconds, $owner);
    }

    /**
     * @param  string  $name
     * @param  int  $seconds
     * @param  string|null  $owner
     */
    public function readLock($name, $seconds = 0, $owner = null): ArrayLock
    {
        return $this->lock($name, $seconds, $owner)->shared();
    }
}
