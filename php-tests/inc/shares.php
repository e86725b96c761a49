<?php

declare(strict_types=1);

/** A shared lock on the key `k` that does not wait. */
function reader(RedisServer $redis, mixed ...$options): RedisLock
{
    return writer($redis, ...$options, shared: true);
}

/** An exclusive lock on the key `k` that does not wait. */
function writer(RedisServer $redis, mixed ...$options): RedisLock
{
    return new RedisLock(...$options + ['key' => 'k', 'ttl' => 600.0, 'wait' => 0.0, 'server' => $redis->address]);
}

/** A semaphore with `$permits` permits on the key `k` that does not wait. */
function semaphore(RedisServer $redis, int $permits, mixed ...$options): RedisSemaphore
{
    return new RedisSemaphore(...$options + ['key' => 'k', 'permits' => $permits, 'ttl' => 600.0, 'wait' => 0.0, 'server' => $redis->address]);
}

/** The holders of a shared key, as another client sees them: "weight:token" => the server's time in ms at which the lease ends. */
function sharers(RedisServer $redis, string $key = 'k'): array
{
    $words = $redis->ask('ZRANGE', $key, 0, -1, 'WITHSCORES');

    return array_column(array_chunk($words, 2), 1, 0);
}

/** Returns the member of a lock or a semaphore in the sorted set. */
function member(RedisLock|RedisSemaphore $of, int $weight = 1): string
{
    return "$weight:{$of->getToken()}";
}

/** Milliseconds by the server's clock. */
function server_time(RedisServer $redis): int
{
    [$seconds, $microseconds] = $redis->ask('TIME');

    return $seconds * 1000 + intdiv((int) $microseconds, 1000);
}
