<?php

/**
 * Waiting for a held lock: in the queue, and by polling every 5, 100 and 250 ms.
 *
 *     waiting.php SOCKET [SECONDS]
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean.
 */

declare(strict_types=1);

require __DIR__ . '/ways.php';

const WAITERS = 200;
const WARM_UP_ROUNDS = 5;

[, $socket] = $argv;
$seconds = (float) ($argv[2] ?? 30);

/** Many come while the lock is held, and then take it one after the other. */
function drain(Way $way, Server $server): array
{
    $crew = crew(WAITERS, function (Line $driver) use ($way) {
        $lock = $way->lock();
        for ($round = 0; $round < 2; $round++) {
            $driver->hear();
            $driver->say('comes');
            $driver->say(cycle($lock));
        }
        $driver->hear(); // the end of a process takes milliseconds of a CPU, which the others need now
        $way->check();
    });
    $lock = $way->lock();
    $commands = [];
    for ($round = 0; $round < 2; $round++) {
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        $server->reset();
        tell($crew, 'go');
        hear($crew);
        settle($way, $server, WAITERS, 20);
        $released = hrtime(true);
        $lock->release() || throw new RuntimeException('the lock was lost');
        $turns = turns(hear($crew));
        $commands[] = $server->count() / WAITERS;
    }
    tell($crew, 'go');
    dismiss($crew);
    $server->check($way, many: true);
    $ideal = WAITERS * HOLD_MICROSECONDS * 1e3;
    $drained = max(array_column($turns, 2)) - $released;
    $held = array_sum(array_map(fn ($turn) => $turn[2] - $turn[1], $turns));
    return [
        'commands an acquisition' => sprintf('%.1f', $commands[1]),
        '... on new connections' => sprintf('%.1f', $commands[0]),
        'drained after' => sprintf('%s (%.2fx)', duration($drained), $drained / $ideal),
        'a handover, mean' => duration(($drained - $held) / WAITERS),
        'longest wait' => duration(max(array_map(fn ($turn) => $turn[1] - $turn[0], $turns))),
    ];
}

/** One waiter for each of some locks: from just before release() until another process has the lock. */
function handover(Way $way, Server $server, string $socket): array
{
    // Waiters that poll rarely are measured on many locks at a time: they hardly disturb each other.
    $locks = $way->interval > 0.05 ? 20 : 1;
    $rounds = 300 / $locks;
    $crew = crew($locks, function (Line $driver, int $number) use ($way, $socket, $rounds) {
        $server = new Server($socket);
        $ping = function () use ($server): int {
            $start = hrtime(true);
            $server->ask('PING');
            return hrtime(true) - $start;
        };
        $driver->hear();
        $driver->say(array_map($ping, range(1, 1_000)));
        $lock = $way->lock(KEY . ":$number");
        for ($round = 0; $round < $rounds + WARM_UP_ROUNDS; $round++) {
            $driver->hear();
            usleep(5_000 + 1_000 * $number); // as asleep as one that waits, and so is the server
            $pinged = $ping();
            $driver->say([cycle($lock, fn () => 0)[1], $pinged]);
        }
        $way->check();
    });
    $busy = [];
    foreach ($crew as $worker) {
        $worker->say('go');
        array_push($busy, ...$worker->hear());
    }
    $held = array_map(fn ($number) => $way->lock(KEY . ":$number"), range(0, $locks - 1));
    [$times, $idle] = [[], []];
    for ($round = 0; $round < $rounds + WARM_UP_ROUNDS; $round++) {
        foreach ($held as $lock) {
            $lock->acquire() || throw new RuntimeException('the lock is not free');
        }
        tell($crew, 'go');
        // Until the sleeps between the attempts have grown to their full length, and by chance a part of one more.
        usleep((int) (1e6 * (0.015 + 0.001 * $locks + ($way->interval ?? 0.005) * (2 + mt_rand() / mt_getrandmax()))));
        $released = [];
        foreach ($held as $lock) {
            $released[] = hrtime(true);
            $lock->release() || throw new RuntimeException('the lock was lost');
            usleep($locks > 1 ? 2_000 : 0);
        }
        foreach (hear($crew) as $number => [$owned, $pinged]) {
            if ($round >= WARM_UP_ROUNDS) {
                [$times[], $idle[]] = [$owned - $released[$number], $pinged];
            }
        }
    }
    dismiss($crew);
    $server->check($way, many: false);
    [$median, $last, $ping] = [quantile($times, 0.5), quantile($times, 0.99), quantile($idle, 0.5)];
    return [
        'PING back to back, p50' => duration(quantile($busy, 0.5)),
        'PING after a pause, p50 (p99)' => sprintf('%s (%s)', duration($ping), duration(quantile($idle, 0.99))),
        'release to owner, p50' => sprintf('%s (%.1fx)', duration($median), $median / $ping),
        'release to owner, p99' => sprintf('%s (%.1fx)', duration($last), $last / $ping),
    ];
}

/** Many wait, and the lock is renewed, deleted by another client, and left behind by a holder that dies. */
function surprises(Way $way, Server $server, string $socket): array
{
    $crew = crew(WAITERS, function (Line $driver) use ($way, $socket) {
        $server = new Server($socket);
        $lock = $way->lock();
        $driver->hear();
        $driver->say('comes');
        $lock->acquire() || throw new RuntimeException('the lock was not to be had');
        $owned = hrtime(true);
        $commands = $server->count();
        usleep(20_000);
        $driver->say([$owned, $commands, $server->count()]);
        while (($ttl = $driver->hear()) !== 'leave') {
            $refreshed = hrtime(true);
            $lock->refresh($ttl) || throw new RuntimeException('the lock was lost');
            $driver->say($refreshed);
        }
        $way->check();
        $driver->say($lock->release());
    });
    $owner = 0;
    tell([$crew[0]], 'go');
    hear([$crew[0], $crew[0]]);
    $others = array_slice($crew, 1, preserve_keys: true);
    tell($others, 'go');
    hear($others);
    settle($way, $server, WAITERS - 1, 600);

    [$without, $with] = [[], []];
    for ($renewal = 0; $renewal < 3; $renewal++) {
        $server->reset();
        usleep(100_000);
        $without[] = $server->count();
        $server->reset();
        $crew[$owner]->say(30.0);
        usleep(100_000);
        $with[] = $server->count();
        $crew[$owner]->hear();
    }

    /** Follows the owner: [nanoseconds, commands until then, commands 20 ms later] */
    $next = function (int $since) use (&$crew, &$owner, &$others): array {
        $owner = first($others);
        unset($others[$owner]);
        [$owned, $until, $later] = $crew[$owner]->hear();
        return [$owned - $since, $until, $later];
    };
    $deletions = [];
    for ($deletion = 0; $deletion < 10; $deletion++) {
        $server->reset();
        $deleted = hrtime(true);
        $server->ask('DEL ' . KEY);
        $former = $owner;
        [$time, $until, $later] = $next($deleted);
        $deletions[] = [$time, $until - 1, $later - 1]; // but for this DEL
        $crew[$former]->say('leave');
        $crew[$former]->hear() && throw new RuntimeException('a deleted lock was still held');
        usleep(random_int(300_000, 400_000));
    }

    $ends = [];
    for ($death = 0; $death < 5; $death++) {
        $crew[$owner]->say(0.3);
        $end = $crew[$owner]->hear() + 300_000_000;
        dismiss([$crew[$owner]], kill: true);
        usleep((int) max(0, ($end - hrtime(true)) / 1e3 - 3_000));
        $server->reset();
        $inTime = hrtime(true) < $end;
        $ends[] = $inTime ? $next($end) : [$next($end)[0], NAN, NAN];
        usleep(300_000);
    }
    $server->check($way, many: true);
    dismiss($others, kill: true);
    $crew[$owner]->say('leave');
    $crew[$owner]->hear() || throw new RuntimeException('the lock was lost');
    $median = fn (array $rows, int $column) => quantile(
        array_filter(array_column($rows, $column), fn (float $number) => !is_nan($number)) ?: [NAN],
        0.5,
    );
    $worst = fn (array $rows) => duration(max(array_column($rows, 0)));
    return [
        'a renewal: commands in 100 ms (in 100 ms without)'
            => sprintf('%.0f (%.0f)', quantile($with, 0.5), quantile($without, 0.5)),
        'foreign DEL to owner, median (worst)' => duration($median($deletions, 0)) . ' (' . $worst($deletions) . ')',
        '... commands until then (20 ms later)'
            => sprintf('%.0f (%.0f)', $median($deletions, 1), $median($deletions, 2)),
        'end of a dead lease to owner, median (worst)' => duration($median($ends, 0)) . ' (' . $worst($ends) . ')',
        '... commands from 3 ms before it until then (20 ms later)'
            => str_replace('nan', '?', strtolower(sprintf('%.0f (%.0f)', $median($ends, 1), $median($ends, 2)))),
    ];
}

/** Some wait for a lock that is held for long. */
function patience(Way $way, Server $server, float $seconds): array
{
    $waiters = 50;
    $crew = crew($waiters, function (Line $driver) use ($way, $seconds) {
        $driver->hear();
        $driver->say('comes');
        $driver->say(cycle($way->lock(longer: $seconds), fn () => 0));
        $way->check();
    });
    $lock = $way->lock(longer: $seconds);
    $lock->acquire() || throw new RuntimeException('the lock is not free');
    tell($crew, 'go');
    hear($crew);
    settle($way, $server, $waiters, 600);
    $server->reset();
    $before = array_map(cpu(...), $crew);
    $start = hrtime(true);
    usleep((int) ($seconds * 1e6));
    $commands = $server->count();
    $elapsed = (hrtime(true) - $start) / 1e9;
    $shares = array_map(fn ($worker, $before) => (cpu($worker) - $before) / 1e7 / $elapsed, $crew, $before);
    $lock->release() || throw new RuntimeException('the lock was lost');
    turns(hear($crew));
    dismiss($crew);
    $server->check($way, many: true);
    return [
        'commands a second, each waiter' => sprintf('%.2f', $commands / $elapsed / $waiters),
        'CPU of a waiter (most of one)'
            => sprintf('%.3f %% (%.3f %%)', array_sum($shares) / $waiters, max($shares)),
    ];
}

/** Some acquire again and again. */
function order(Way $way, Server $server, string $socket): array
{
    $crew = crew(20, function (Line $driver) use ($way, $socket) {
        $server = new Server($socket);
        [$lock, $cycles] = [$way->lock(), []];
        $driver->hear();
        do {
            $cycles[] = cycle($lock, function () use ($server, &$number) {
                $number = (int) substr($server->ask('INCR ' . KEY . ':number'), 1);
                usleep(1_000);
            });
        } while ($number < 1_000);
        $driver->say($cycles);
        $way->check();
    });
    tell($crew, 'go');
    $turns = turns(array_merge(...hear($crew)));
    dismiss($crew);
    $server->check($way, many: true);
    $server->ask('DEL ' . KEY . ':number');

    $overtaken = array_fill_keys(array_keys($turns), 0);
    // By whether the first attempt was enough: how many of its kind there are, and how many of them overtook a waiter.
    [$all, $overtaking] = [[0, 0], [0, 0]];
    foreach ($turns as $n => [$began, , , $attempts]) {
        $kind = $attempts === 1 ? 0 : 1;
        $all[$kind]++;
        $others = array_filter(array_slice($turns, $n + 1, preserve_keys: true), fn ($turn) => $turn[0] < $began);
        $overtaking[$kind] += $others ? 1 : 0;
        foreach ($others as $other => $_) {
            $overtaken[$other]++;
        }
    }
    $worst = fn (int $kind) => max([0, ...array_filter(
        $overtaken,
        fn (int $n) => ($turns[$n][3] === 1 ? 0 : 1) === $kind,
        ARRAY_FILTER_USE_KEY,
    )]);
    $shares = array_map(
        fn ($some, $all) => sprintf('%d of %d (%.0f %%)', $some, $all, 100 * $some / max(1, $all)),
        $overtaking,
        $all,
    );
    return [
        'by the first attempt: overtook' => $shares[0],
        '... overtaken at most' => $worst(0) . ' times',
        'after waiting: overtook' => $shares[1],
        '... were overtaken at most' => $worst(1) . ' times',
    ];
}

[$server, $ways] = queue_and_polling($socket);
$budgets = [
    'commands an acquisition' => '24',
    'release to owner, p50' => '12x, aim 6x',
    'release to owner, p99' => '12x, aim 6x',
    'commands a second, each waiter' => '1',
    'CPU of a waiter (most of one)' => '0.5 %',
];
$measurements = [
    WAITERS . ' waiters, 2 ms each' => fn (Way $way) => drain($way, $server),
    'one waiter' => fn (Way $way) => handover($way, $server, $socket),
    WAITERS . ' waiters and a surprise' => fn (Way $way) => surprises($way, $server, $socket),
    '50 waiters for long' => fn (Way $way) => patience($way, $server, $way->interval ? $seconds / 6 : $seconds),
    '20 waiters in a circle' => fn (Way $way) => order($way, $server, $socket),
];
print_table('waiting', $measurements, $ways, $budgets, $server);
