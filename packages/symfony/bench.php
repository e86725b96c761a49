<?php

/**
 * Symfony's locks and semaphores over phpredis and over this package.
 *
 *     bench.php SOCKET PORT
 *
 * bench/run.sh starts the server and calls this with both extensions loaded, and a framework in REDISLOCK_FRAMEWORK.
 */

declare(strict_types=1);

use RedisLock\Symfony\RedisLockStore;
use RedisLock\Symfony\RedisSemaphoreStore;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Semaphore\SemaphoreFactory;
use Symfony\Component\Semaphore\Store\RedisStore as SymfonySemaphoreStore;

// What an older Symfony does that a newer PHP calls deprecated.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);

require __DIR__ . '/example/autoload.php';
require __DIR__ . '/../../bench/frameworks.php';

[, $socket, $port] = $argv;

$places = 3;
$server = new Server($socket);
$phpredis = function () use ($port): Redis {
    $redis = new Redis();
    $redis->connect('127.0.0.1', (int) $port);
    return $redis;
};
compare('Symfony', 'locks', new Locks(
    [
        'RedisStore over phpredis' => fn() => new LockFactory(new RedisStore($phpredis())),
        'RedisLockStore' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port")),
        'RedisLockStore, renewed' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port", autoRenew: true)),
    ],
    hold: function (LockFactory $factory, string $name, bool $waits, Closure $work): void {
        $lock = $factory->createLock($name);
        $lock->acquire($waits) || throw new RuntimeException("$name is not free");
        $work();
        $lock->release();
    },
    interval: 100_000,
), $server);
$ours = fn(bool $renew) => new SemaphoreFactory(new RedisSemaphoreStore("redis://127.0.0.1:$port", autoRenew: $renew, maxWait: 60.0));
compare('Symfony', "semaphores for $places", new Locks(
    [
        'RedisStore over phpredis' => fn() => new SemaphoreFactory(new SymfonySemaphoreStore($phpredis())),
        'RedisSemaphoreStore' => fn() => $ours(false),
        'RedisSemaphoreStore, renewed' => fn() => $ours(true),
    ],
    hold: function (SemaphoreFactory $factory, string $name, bool $waits, Closure $work) use ($places): void {
        $semaphore = $factory->createSemaphore($name, $places);
        while (!$semaphore->acquire()) {
            $waits || throw new RuntimeException("$name is full");
            usleep(100_000); // Symfony's own does not wait: a program has to. As often as its locks do
        }
        $work();
        $semaphore->release();
    },
    interval: 100_000,
    places: $places,
), $server);
