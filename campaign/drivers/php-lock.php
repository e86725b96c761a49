<?php

declare(strict_types=1);

use Malkusch\Lock\Exception\LockAcquireTimeoutException;
use Malkusch\Lock\Exception\LockReleaseException;
use Malkusch\Lock\Mutex\RedisMutex;

require __DIR__ . '/lines.php';

/** It has synchronized() only. So a fiber is suspended in the work, from the acquisition to the release. */
$redis = new Redis();
$fiber = null;
answer(
    function (string $key, int $ttl, int $wait) use ($redis, &$fiber): ?string {
        $redis->isConnected() || $redis->connect(server()['host'], server()['port'], 3.0, null, 0, 3.0);
        $mutex = new RedisMutex($redis, $key, $wait / 1e3, $ttl / 1e3);
        $fiber = new Fiber(fn() => $mutex->synchronized(Fiber::suspend(...)));
        try {
            $fiber->start();
        } catch (LockAcquireTimeoutException) {
            return null;
        }

        return bin2hex(random_bytes(8)); // its own is known to the mutex only
    },
    null, // it has none
    function () use (&$fiber): bool {
        if (!$fiber?->isSuspended()) {
            return false;
        }
        try {
            $fiber->resume(); // its ExecutionOutsideLockException, after the lease, says nothing of the server
        } catch (LockReleaseException $exception) {
            return $exception->getPrevious() === null ? false : throw $exception;
        }

        return true;
    },
);
