<?php

/**
 * Waiting for a lock on three servers: told of its release, and by polling alone. Called by quorum.php.
 */

declare(strict_types=1);

require __DIR__ . '/waiters.php';

const HANDOVERS = 200;
const DRAINS = 5;

/** A lock whose waiters are told, or one whose user may not use CLIENT. @param list<string> $addresses */
function lock_on(array $addresses, bool $told): RedisLock
{
    $options = $told ? '' : '?user=poll&pass=x';
    return new RedisLock(KEY, ttl: 30.0, wait: PATIENCE_SECONDS, server: array_map(fn(string $address) => $address . $options, $addresses));
}

/** One waiter: from just before release() until another process has the lock, in nanoseconds, and what it is measured by. */
function handovers(array $addresses, bool $told): array
{
    $socket = substr($addresses[0], strlen('unix://'));
    $crew = crew(1, function (Line $driver) use ($addresses, $told, $socket) {
        [$lock, $server] = [lock_on($addresses, $told), new Server($socket)];
        $time = function (Closure $ask): int {
            usleep(5_000); // as asleep as one that waits, and so are the servers
            $start = hrtime(true);
            $ask();
            return hrtime(true) - $start;
        };
        for ($n = 0; $n < HANDOVERS; $n++) {
            $driver->hear();
            $driver->say([cycle($lock, fn() => 0)[1], $time($lock->isLocked(...)), $time(fn() => $server->ask('PING'))]);
        }
    });
    $lock = lock_on($addresses, $told);
    [$times, $rounds, $pings] = [[], [], []];
    for ($n = 0; $n < HANDOVERS; $n++) {
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        tell($crew, 'go');
        usleep(random_int(200_000, 300_000)); // until the sleeps between the attempts have grown
        $released = hrtime(true);
        $lock->release() || throw new RuntimeException('the lock was lost');
        [$owned, $rounds[], $pings[]] = $crew[0]->hear();
        $times[] = $owned - $released;
    }
    dismiss($crew);
    return [$times, quantile($rounds, 0.5), quantile($pings, 0.5)];
}

/** Many wait, and then take it one after the other, for 2 ms each: [commands an acquisition, drained after]. */
function drain_of(array $addresses, array $counters, bool $told, int $waiters): array
{
    $crew = crew($waiters, function (Line $driver) use ($addresses, $told) {
        $lock = lock_on($addresses, $told);
        while ($driver->hear() !== 'leave') {
            $driver->say('comes');
            $driver->say(cycle($lock));
        }
    });
    $lock = lock_on($addresses, $told);
    $figures = [];
    for ($n = 0; $n < DRAINS; $n++) {
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        tell($crew, 'go');
        hear($crew);
        usleep(400_000);
        foreach ($counters as $counter) {
            $counter->reset();
        }
        $released = hrtime(true);
        $lock->release() || throw new RuntimeException('the lock was lost');
        $turns = turns(hear($crew));
        $commands = array_sum(array_map(fn(Server $counter) => $counter->count(), $counters));
        $figures[] = [$commands / $waiters, max(array_column($turns, 2)) - $released];
    }
    tell($crew, 'leave');
    dismiss($crew);
    return [quantile(array_column($figures, 0), 0.5), quantile(array_column($figures, 1), 0.5)];
}

/** @param list<string> $addresses */
function waiting_on(array $addresses): void
{
    $counters = array_map(fn(string $address) => new Server(substr($address, strlen('unix://'))), $addresses);
    foreach ($counters as $counter) {
        $counter->ask('ACL SETUSER poll on >x ~* &* +@all -client');
    }
    foreach (['told' => true, 'polling' => false] as $way => $told) {
        [$times, $round, $ping] = handovers($addresses, $told);
        foreach (['p50' => 0.5, 'p99' => 0.99] as $name => $share) {
            $time = quantile($times, $share);
            printf("  %-38s %.1f rounds, %.1f PINGs   (%s)\n", "a release to one waiter, $way, $name", $time / $round, $time / $ping, duration($time));
            figure("quorum: a release to one waiter, $way, $name", $time / 1e3, 'µs');
        }
    }
    foreach ([2, 5, 20, 50] as $waiters) {
        foreach (['told' => true, 'polling' => false] as $way => $told) {
            [$commands, $time] = drain_of($addresses, $counters, $told, $waiters);
            printf("  %-38s %.0f commands each, %.2f x the ideal   (%s)\n", "$waiters waiters, 2 ms each, $way", $commands, $time / ($waiters * HOLD_MICROSECONDS * 1e3), duration($time));
            figure("quorum: $waiters waiters, 2 ms each, $way: commands an acquisition", $commands);
            figure("quorum: $waiters waiters, 2 ms each, $way: of the ideal", $time / ($waiters * HOLD_MICROSECONDS * 1e3));
        }
    }
}
