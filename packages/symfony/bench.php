<?php

/**
 * Symfony's locks over phpredis and over this package.
 *
 *     bench.php SOCKET PORT
 *
 * bench/run.sh starts the server and calls this with both extensions loaded, and a framework in REDISLOCK_FRAMEWORK.
 */

declare(strict_types=1);

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

// What an older Symfony does that a newer PHP calls deprecated.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);

require __DIR__ . '/example/autoload.php';
require __DIR__ . '/../../bench/frameworks.php';

[, $socket, $port] = $argv;

compare('Symfony', new Locks(
    [
        'RedisStore over phpredis' => function () use ($port): LockFactory {
            $redis = new Redis();
            $redis->connect('127.0.0.1', (int) $port);
            return new LockFactory(new RedisStore($redis));
        },
        'RedisLockStore' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port")),
        'RedisLockStore, renewed' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port", autoRenew: true)),
    ],
    lock: fn(LockFactory $factory, string $name) => $factory->createLock($name),
    try: fn($lock) => $lock->acquire(),
    wait: fn($lock) => $lock->acquire(true),
    interval: 100_000,
), new Server($socket));
