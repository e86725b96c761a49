<?php

declare(strict_types=1);

use Illuminate\Cache\RedisStore;
use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Redis\RedisManager;

require __DIR__ . '/lines.php';

/** A lock object for each acquisition, as Laravel's documentation has it. */
$store = new RedisStore(new RedisManager(new Container(), 'phpredis', ['default' => server() + ['timeout' => 3.0, 'read_timeout' => 3.0]]));
$lock = null;
answer(
    function (string $key, int $ttl, int $wait) use ($store, &$lock): ?string {
        $lock = $store->lock($key, (int) ceil($ttl / 1e3));
        try {
            $isAcquired = $wait < 1_000 ? $lock->get() : $lock->block(intdiv($wait, 1_000));
        } catch (LockTimeoutException) {
            $isAcquired = false;
        }

        return $isAcquired ? $lock->owner() : null;
    },
    null, // Laravel has it from version 13 on
    function () use (&$lock): bool {
        return $lock instanceof Lock && $lock->release();
    },
);
