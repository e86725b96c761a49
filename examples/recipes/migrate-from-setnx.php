<?php

declare(strict_types=1);

/**
 * Old servers lock by SETNX, EXPIRE and DEL, new ones by RedisLock with the same key. They exclude each other. The faults of the old recipe
 * remain until the last server has gone that uses it: it deletes the next owner's lock if its own work takes longer than its lease.
 */

$key = 'lock:order:4711';
for ($round = 0; $round < 3; $round++) {
    if ($number % 2 === 1) {
        (new RedisLock($key, wait: 30.0, server: $server))->synchronized(fn() => $work->run('order'));
        continue;
    }
    while (!$redis->setnx($key, '1')) {
        usleep(5_000);
    }
    $redis->expire($key, 10);
    $work->run('order');
    $redis->del($key);
}
