<?php

declare(strict_types=1);

/**
 * While a deployment goes on, old servers lock by Laravel's Cache::lock, new ones by RedisLock. The key is the same, with Laravel's prefixes,
 * and so is its form: they exclude each other, and no server has to stop.
 */

$key = 'laravel_database_laravel_cache_:order:4711';
for ($round = 0; $round < 3; $round++) {
    if ($number % 2 === 1) {
        (new RedisLock($key, wait: 30.0, server: $server))->synchronized(fn() => $work->run('order'));
        continue;
    }
    // What Illuminate\Cache\RedisLock sends.
    $owner = bin2hex(random_bytes(8));
    while ($redis->eval("return redis.call('SET', KEYS[1], ARGV[1], 'EX', 10, 'NX')", $key, $owner) === null) {
        usleep(5_000);
    }
    $work->run('order');
    $redis->eval("if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0", $key, $owner);
}
