<?php

declare(strict_types=1);

/**
 * Workers take jobs from one queue. Two jobs of one customer never run at the same time; those of different customers do.
 * In Laravel that is the middleware WithoutOverlapping, in Symfony's Messenger a middleware with LockFactory.
 */

while (($job = $redis->eval("return redis.call('LPOP', KEYS[1])", 'jobs')) !== null) {
    [$customer] = explode(' ', (string) $job);
    $lock = new RedisLock("customer:$customer", wait: INF, autoRenew: true, server: $server);
    $lock->synchronized(fn() => $work->run("customer $customer"));
}
