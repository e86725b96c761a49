<?php

/** For editors and analysers, which add it to Laravel's facade. Nothing loads it. */

namespace Illuminate\Support\Facades;

/**
 * @method static \RedisLock\Laravel\Lock lock(string $name, int $seconds = 0, ?string $owner = null)
 * @method static \RedisLock\Laravel\Lock restoreLock(string $name, string $owner)
 * @method static \RedisLock\Laravel\Lock readLock(\UnitEnum|string $name, int $seconds = 0, ?string $owner = null)
 * @method static \RedisLock\Laravel\Locks locks(list<\UnitEnum|string> $names, int $seconds = 0)
 * @method static \RedisLock\Laravel\Locks restoreLocks(list<\UnitEnum|string> $names, string $owner)
 * @method static \RedisLock\Laravel\Funnel funnel(\UnitEnum|string $name)
 */
class Cache {}

namespace RedisLock\Laravel;

/** Of an older Laravel: \Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder. */
class FunnelBuilder extends \Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder {}
