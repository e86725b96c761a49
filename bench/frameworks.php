<?php

/**
 * A framework's locks or semaphores over phpredis and over its package, on the same server in the same run. Read by packages/NAME/bench.php, which
 * says how they are made and taken.
 */

declare(strict_types=1);

require __DIR__ . '/waiters.php';

const ROUNDS = 60;
const CYCLES = 200;
const HANDOVERS = 60;
const WAITERS = 20;

/** How a framework locks, or bounds how many work at once. */
final class Locks
{
    /**
     * @param array<string, Closure(): object> $makes what makes locks: of each process its own, a connection is not to be shared
     * @param Closure(object, string, bool, Closure(): void): void $hold has the lock of this name while a function runs; waits for it, or
     *                                                                   fails if it is not free
     * @param int $interval microseconds between two looks of the framework's own that waits
     * @param int $places   how many may have it at once
     */
    public function __construct(
        public readonly array $makes,
        public readonly Closure $hold,
        public readonly int $interval,
        public readonly int $places = 1,
    ) {}

    /** Has all places while a function runs. */
    public function fill(object $maker, string $name, Closure $work, ?int $places = null): void
    {
        $places ??= $this->places;
        ($this->hold)($maker, $name, false, $places === 1 ? $work : fn() => $this->fill($maker, $name, $work, $places - 1));
    }
}

/** @return array<string, float> the median µs of a cycle; the contestants take turns, so that noise hits all alike */
function cycles(Locks $locks): array
{
    $makers = array_map(fn(Closure $make) => $make(), $locks->makes);
    $times = [];
    $nothing = function (): void {};
    for ($round = -5; $round < ROUNDS; $round++) {
        foreach ($round % 2 ? array_reverse($makers) : $makers as $name => $maker) {
            $begin = hrtime(true);
            for ($n = 0; $n < CYCLES; $n++) {
                ($locks->hold)($maker, 'bench:cycle', false, $nothing);
            }
            $round < 0 || $times[$name][] = (hrtime(true) - $begin) / CYCLES / 1e3;
        }
    }

    return array_map(fn(array $times) => quantile($times, 0.5), $times);
}

/** The median ms from a release until a waiter has the lock. */
function handover_of(Locks $locks, Closure $make): float
{
    [$waiter] = crew(1, function (Line $driver) use ($locks, $make) {
        $maker = $make();
        while ($driver->hear()) {
            $owned = 0;
            ($locks->hold)($maker, 'bench:handover', true, function () use (&$owned) { $owned = hrtime(true); });
            $driver->say($owned);
        }
    });
    $maker = $make();
    $times = [];
    for ($n = 0; $n < HANDOVERS; $n++) {
        $released = 0;
        $locks->fill($maker, 'bench:handover', function () use ($locks, $waiter, &$released) {
            $waiter->say(true);
            // At any moment between two looks.
            usleep(random_int(50_000, 50_000 + $locks->interval));
            $released = hrtime(true);
        });
        $times[] = ($waiter->hear() - $released) / 1e6;
    }
    $waiter->say(false);

    return quantile($times, 0.5);
}

/** Commands that the server executes for an acquisition, those of scripts too, while many wait. */
function commands_of(Locks $locks, Closure $make, Server $server): float
{
    $crew = crew(WAITERS, function (Line $driver) use ($locks, $make) {
        $maker = $make();
        while ($driver->hear()) {
            ($locks->hold)($maker, 'bench:commands', true, fn() => usleep(HOLD_MICROSECONDS));
            $driver->say('done');
        }
    });
    $maker = $make();
    // The first time is that of new connections.
    foreach ([1, 2] as $time) {
        $locks->fill($maker, 'bench:commands', function () use ($crew, $server) {
            $server->reset();
            tell($crew, true);
            usleep(500_000);
        });
        hear($crew);
        $commands = $server->count() / WAITERS;
    }
    tell($crew, false);

    return $commands;
}

function compare(string $framework, string $what, Locks $locks, Server $server): void
{
    $cycles = cycles($locks);
    $version = trim((string) file_get_contents(getenv('REDISLOCK_FRAMEWORK') . '/version'));
    printf("\n%s %s, %s, PHP %s\n\n", $framework, $version, $what, PHP_VERSION);
    printf("%-30s %14s %22s %26s\n", '', 'hand-over, ms', sprintf('commands, %d waiters', WAITERS), 'uncontended cycle, µs');
    foreach ($locks->makes as $name => $make) {
        $times = sprintf('(%.2fx)', $cycles[$name] / reset($cycles));
        [$handover, $commands] = [handover_of($locks, $make), commands_of($locks, $make, $server)];
        printf("%-30s %14.2f %22.1f %17.1f %s\n", $name, $handover, $commands, $cycles[$name], $times);
        figure("frameworks: $framework, $what: $name: hand-over", $handover * 1e3, 'µs');
        figure("frameworks: $framework, $what: $name: commands an acquisition", $commands);
        figure("frameworks: $framework, $what: $name: cycle", $cycles[$name], 'µs');
    }
}
