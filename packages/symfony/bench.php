<?php

/**
 * Symfony's locks over phpredis and over this package, on the same server in the same run.
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
require __DIR__ . '/../../bench/waiters.php';

const ROUNDS = 60;
const CYCLES = 200;
const HANDOVERS = 60;
const WAITERS = 20;

[, $socket, $port] = $argv;
$server = new Server($socket);

// Each process makes its own: a connection is not to be shared.
$factories = [
    'RedisStore over phpredis' => function () use ($port): LockFactory {
        $redis = new Redis();
        $redis->connect('127.0.0.1', (int) $port);
        return new LockFactory(new RedisStore($redis));
    },
    'RedisLockStore' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port")),
    'RedisLockStore, renewed' => fn() => new LockFactory(new RedisLockStore("redis://127.0.0.1:$port", autoRenew: true)),
];

function median(array $values): float
{
    sort($values);

    return $values[intdiv(count($values), 2)];
}

/** @return array<string, float> the median µs of a cycle; the contestants take turns, so that noise hits all alike */
function cycles(array $factories): array
{
    $factories = array_map(fn(callable $make) => $make(), $factories);
    $times = [];
    for ($round = -5; $round < ROUNDS; $round++) {
        foreach ($round % 2 ? array_reverse($factories) : $factories as $name => $factory) {
            $begin = hrtime(true);
            for ($n = 0; $n < CYCLES; $n++) {
                $lock = $factory->createLock('bench:cycle');
                $lock->acquire() || throw new RuntimeException("$name: not acquired");
                $lock->release();
            }
            $round < 0 || $times[$name][] = (hrtime(true) - $begin) / CYCLES / 1e3;
        }
    }
    return array_map(median(...), $times);
}

/** The median ms from a release until somebody who waits has the lock. */
function handover(callable $make): float
{
    [$waiter] = crew(1, function (Line $driver) use ($make) {
        $factory = $make();
        while ($driver->hear()) {
            $lock = $factory->createLock('bench:handover');
            $lock->acquire(true);
            $owned = hrtime(true);
            $lock->release();
            $driver->say($owned);
        }
    });
    $factory = $make();
    $times = [];
    for ($n = 0; $n < HANDOVERS; $n++) {
        $lock = $factory->createLock('bench:handover');
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        $waiter->say(true);
        // At any moment between two looks of somebody who looks ten times a second.
        usleep(random_int(50_000, 150_000));
        $released = hrtime(true);
        $lock->release();
        $times[] = ($waiter->hear() - $released) / 1e6;
    }
    $waiter->say(false);

    return median($times);
}

/** Commands that the server executes for an acquisition, those of scripts too, while many wait. */
function commands(callable $make, Server $server): float
{
    $crew = crew(WAITERS, function (Line $driver) use ($make) {
        $factory = $make();
        while ($driver->hear()) {
            $lock = $factory->createLock('bench:commands');
            $lock->acquire(true);
            usleep(HOLD_MICROSECONDS);
            $lock->release();
            $driver->say('done');
        }
    });
    $factory = $make();
    // The first time is that of new connections.
    foreach ([1, 2] as $time) {
        $lock = $factory->createLock('bench:commands');
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        $server->reset();
        tell($crew, true);
        usleep(500_000);
        $lock->release();
        hear($crew);
        $commands = $server->count() / WAITERS;
    }
    tell($crew, false);

    return $commands;
}

$cycles = cycles($factories);
printf("Symfony %s, PHP %s\n\n", trim(file_get_contents(getenv('REDISLOCK_FRAMEWORK') . '/version')), PHP_VERSION);
printf("%-26s %14s %22s %26s\n", '', 'hand-over, ms', sprintf('commands, %d waiters', WAITERS), 'uncontended cycle, µs');
foreach ($factories as $name => $make) {
    printf("%-26s %14.2f %22.1f %17.1f %s\n", $name, handover($make), commands($make, $server), $cycles[$name], sprintf('(%.2fx)', $cycles[$name] / reset($cycles)));
}
