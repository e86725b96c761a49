<?php

/**
 * Laravel's locks over phpredis and over this package, on the same server in the same run.
 *
 *     bench.php SOCKET PORT
 *
 * bench/run.sh starts the server and calls this with both extensions loaded, and a framework in REDISLOCK_FRAMEWORK.
 */

declare(strict_types=1);

use Illuminate\Cache\Repository;

require __DIR__ . '/tests/inc/caches.php';
require __DIR__ . '/../../bench/waiters.php';

const ROUNDS = 60;
const CYCLES = 200;
const HANDOVERS = 60;
const WAITERS = 20;

[, $socket, $port] = $argv;
$server = new Server($socket);

/** Of each process its own: a connection is not to be shared. */
function cache(int $port, string $store, bool $renew = false): Repository
{
    return caches_of('phpredis', ['options' => ['prefix' => 'laravel_database_'], 'default' => ['host' => '127.0.0.1', 'port' => $port]], ['lock_renew' => $renew])->store($store);
}

/** @var array<string, callable(): Repository> $makes */
$makes = [
    'redis, over phpredis' => fn() => cache((int) $port, 'own'),
    'redislock' => fn() => cache((int) $port, 'redis'),
    'redislock, lock_renew' => fn() => cache((int) $port, 'redis', true),
];

function median(array $values): float
{
    sort($values);

    return $values[intdiv(count($values), 2)];
}

/** @return array<string, float> the median µs of a cycle; the contestants take turns, so that noise hits all alike */
function cycles(array $makes): array
{
    $caches = array_map(fn(callable $make) => $make(), $makes);
    $times = [];
    for ($round = -5; $round < ROUNDS; $round++) {
        foreach ($round % 2 ? array_reverse($caches) : $caches as $name => $cache) {
            $begin = hrtime(true);
            for ($n = 0; $n < CYCLES; $n++) {
                $lock = $cache->lock('bench:cycle', 60);
                $lock->get() || throw new RuntimeException("$name: not acquired");
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
        $cache = $make();
        while ($driver->hear()) {
            $lock = $cache->lock('bench:handover', 60);
            $lock->block(30);
            $owned = hrtime(true);
            $lock->release();
            $driver->say($owned);
        }
    });
    $cache = $make();
    $times = [];
    for ($n = 0; $n < HANDOVERS; $n++) {
        $lock = $cache->lock('bench:handover', 60);
        $lock->get() || throw new RuntimeException('the lock is not free');
        $waiter->say(true);
        // At any moment between two looks of somebody who looks four times a second.
        usleep(random_int(50_000, 300_000));
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
        $cache = $make();
        while ($driver->hear()) {
            $lock = $cache->lock('bench:commands', 60);
            $lock->block(60);
            usleep(HOLD_MICROSECONDS);
            $lock->release();
            $driver->say('done');
        }
    });
    $cache = $make();
    // The first time is that of new connections.
    foreach ([1, 2] as $time) {
        $lock = $cache->lock('bench:commands', 60);
        $lock->get() || throw new RuntimeException('the lock is not free');
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

$cycles = cycles($makes);
printf("Laravel %s, PHP %s\n\n", trim((string) file_get_contents(getenv('REDISLOCK_FRAMEWORK') . '/version')), PHP_VERSION);
printf("%-26s %14s %22s %26s\n", '', 'hand-over, ms', sprintf('commands, %d waiters', WAITERS), 'uncontended cycle, µs');
foreach ($makes as $name => $make) {
    printf("%-26s %14.2f %22.1f %17.1f %s\n", $name, handover($make), commands($make, $server), $cycles[$name], sprintf('(%.2fx)', $cycles[$name] / reset($cycles)));
}
