<?php

declare(strict_types=1);

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

require __DIR__ . '/lines.php';

/** A lock object for each acquisition. A blocking acquire() has no limit, so this repeats one that does not block, as that does. */
$redis = new Redis();
$connect = function () use ($redis): void {
    $redis->isConnected() || $redis->connect(server()['host'], server()['port'], 3.0, null, 0, 3.0);
};
// A lock is taken for these seconds first. A second command gives it its ttl. Symfony's default is 300.
$factory = new LockFactory(new RedisStore($redis, 5.0));
$lock = null;
answer(
    function (string $key, int $ttl, int $wait) use ($connect, $factory, &$lock): ?string {
        $connect();
        $end = hrtime(true) + $wait * 1e6;
        $lock = $factory->createLock($key, $ttl / 1e3, false);
        while (!($isAcquired = $lock->acquire()) && hrtime(true) < $end) {
            usleep(random_int(90_000, 110_000));
        }

        return $isAcquired ? bin2hex(random_bytes(8)) : null; // the token is in the Key, for stores only
    },
    function (int $ttl) use ($connect, &$lock): bool {
        $connect();
        try {
            $lock->refresh($ttl / 1e3);
        } catch (LockConflictedException) {
            return false;
        }

        return !$lock->isExpired();
    },
    function () use ($connect, &$lock): bool {
        $connect();
        $wasAcquired = $lock !== null && $lock->isAcquired();
        $lock?->release(); // says nothing of a lock that was lost

        return $wasAcquired;
    },
);
