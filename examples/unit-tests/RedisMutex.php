<?php

declare(strict_types=1);

/** The real one: the only place of the application that knows RedisLock, and how long its leases are. */
final class RedisMutex implements Mutex
{
    public function synchronized(string $key, callable $work): mixed
    {
        $lock = new RedisLock($key, ttl: 15.0, wait: 5.0, autoRenew: true, maxHold: 600.0);

        return $lock->synchronized(static fn (RedisLock $lock): mixed => $work());
    }
}
