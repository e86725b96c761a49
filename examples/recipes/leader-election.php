<?php

declare(strict_types=1);

/**
 * One of several processes leads, the others are hot standbys. If the leader crashes, one of them leads as soon as its lease is over.
 * Here each leader crashes after three rounds, but not the last one.
 */

$lock = new RedisLock('leader', ttl: 2.0, wait: INF, autoRenew: true, server: $server);
$lock->synchronized(function () use ($lock, $work, $redis): void {
    $term = (int) $redis->eval("return redis.call('INCR', KEYS[1])", 'terms');
    // A leader that has lost its lock stops. abortOnLoss stops it even inside of a round.
    for ($round = 0; $round < 3 && $lock->isHeld(); $round++) {
        $work->run('leading');
    }
    if ($term < 3) {
        exec('kill -9 ' . getmypid());
    }
});
