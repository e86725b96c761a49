<?php

/**
 * Many waiters for one lock, and what it costs when one of them dies: in the queue, and by polling every 5, 100 and 250 ms.
 *
 *     crowds.php SOCKET [COUNTS]
 *
 * run.sh starts the server and calls this with the extension loaded; README.md says what the numbers mean. COUNTS are the sizes of
 * the crowds, with commas between; with them, no waiter is killed or halted.
 */

declare(strict_types=1);

require __DIR__ . '/ways.php';

[, $socket] = $argv;
$counts = isset($argv[2]) ? array_map(intval(...), explode(',', $argv[2])) : [1, 10, 60, 200, 1_000];

/** The number of hand-overs that are measured of a small crowd. */
const HANDOVERS = 60;

/** They wait for a lock that is held, once they have settled; then they take it one after the other. */
function crowd(Way $way, Server $server, int $count): array
{
    if ($count > 200 && $way->interval !== null) {
        return ['commands an acquisition' => '–', 'drain over ideal' => '–', 'a hand-over, mean' => '–', 'idle: commands a second' => '–'];
    }
    // The first round is for new connections and idle waiters, the second for commands. Of a small crowd, more follow for the hand-over.
    $rounds = 2 + intdiv(HANDOVERS, $count);
    $crew = crew($count, function (Line $driver) use ($way, $rounds) {
        $lock = $way->lock();
        for ($round = 0; $round < $rounds; $round++) {
            $driver->hear();
            $driver->say('comes');
            $driver->say(cycle($lock));
        }
        $driver->hear();
        $way->check();
    });
    $lock = $way->lock(longer: 60.0);
    $idle = 0.0;
    $handovers = [];
    for ($round = 0; $round < $rounds; $round++) {
        $lock->acquire() || throw new RuntimeException('the lock is not free');
        $server->reset();
        tell($crew, 'go');
        hear($crew);
        settle($way, $server, $count, 20);
        if ($round === 0) {
            // The first looks are over after 4.5 seconds.
            usleep(5_000_000);
            [$before, $start] = [$server->count(), hrtime(true)];
            usleep(5_000_000);
            $idle = ($server->count() - $before) / ((hrtime(true) - $start) / 1e9);
        }
        if ($round > 1) {
            // Until the sleeps between the attempts have grown to their full length, and by chance a part of one more.
            usleep((int) (1e6 * ($way->interval ?? 0.0) * (2 + mt_rand() / mt_getrandmax())));
        }
        $released = hrtime(true);
        $lock->release() || throw new RuntimeException('the lock was lost');
        $turns = turns(hear($crew));
        $took = max(array_column($turns, 2)) - $released;
        $held = array_sum(array_map(fn (array $turn) => $turn[2] - $turn[1], $turns));
        $handovers[$round] = ($took - $held) / $count;
        if ($round === 1) {
            [$drained, $commands] = [$took, $server->count() / $count];
        }
    }
    tell($crew, 'go');
    dismiss($crew);
    $server->check($way, many: $count > 2);
    $handovers = array_slice($handovers, $rounds > 2 ? 2 : 1);
    $handover = array_sum($handovers) / count($handovers);
    return [
        'commands an acquisition' => sprintf('%.1f', $commands),
        'drain over ideal' => sprintf('%.2f', $drained / ($count * HOLD_MICROSECONDS * 1e3)),
        'a hand-over, mean' => duration($handover),
        'idle: commands a second' => sprintf('%.1f', $idle),
    ];
}

/**
 * How long the lock lies free when the first of the queue are killed or halted just before it is released; every `$step`th of them.
 */
function deaths(Way $way, Server $server, int $count, int $dead, string $signal, int $rounds, int $step = 1): array
{
    $work = function (Line $driver) use ($way) {
        $driver->say('comes');
        $lock = $way->lock(longer: 60.0);
        $lock->acquire() || throw new RuntimeException('the lock was not to be had');
        $driver->say(hrtime(true));
        $driver->hear();
        $driver->say(hrtime(true));
        $lock->release() || throw new RuntimeException('the lock was lost');
        $driver->hear();
    };
    $come = function () use ($work): Line {
        [$worker] = crew(1, $work);
        $worker->hear();
        return $worker;
    };
    $holder = $come();
    $holder->hear();
    [$queue, $free] = [[], []];
    for ($round = 0; $round < $rounds; $round++) {
        while (count($queue) < $count) {
            $queue[] = $come();
            settle($way, $server, count($queue), 0);
        }
        usleep(random_int(100_000, 200_000));
        $gone = array_filter($queue, fn(int $n) => $n % $step === 0 && $n < $dead * $step, ARRAY_FILTER_USE_KEY);
        $queue = array_values(array_diff_key($queue, $gone));
        exec("kill -$signal " . implode(' ', array_map(fn(Line $worker) => $worker->pid, $gone)));
        $holder->say('release');
        $released = $holder->hear();
        $next = first($queue);
        $free[] = $queue[$next]->hear() - $released;
        dismiss([...$gone, $holder], kill: true);
        [$holder] = array_splice($queue, $next, 1);
        settle($way, $server, count($queue), 0, atMost: true);
    }
    dismiss([...$queue, $holder], kill: true);
    $server->ask('DEL ' . KEY);
    $server->check($way, many: true);
    return ['p50, p99, longest' => implode(', ', array_map(fn($share) => duration(quantile($free, $share)), [0.5, 0.99, 1.0]))];
}

[$server, $ways] = queue_and_polling($socket);
$rounds = fn(Way $way): int => $way->interval === null ? 50 : 10;
$measurements = [];
foreach ($counts as $count) {
    $measurements["$count waiters, 2 ms each"] = fn(Way $way) => crowd($way, $server, $count);
}
foreach (isset($argv[2]) ? [] : ['killed' => '9', 'halted' => 'STOP'] as $how => $signal) {
    foreach ([5, 200] as $count) {
        $measurements["the head of $count is $how: free for"] = fn(Way $way) => deaths($way, $server, $count, 1, $signal, $rounds($way));
    }
}
if (!isset($argv[2])) {
    $measurements['every second of twelve is halted: free for'] = fn(Way $way) => deaths($way, $server, 12, 6, 'STOP', 10, step: 2);
    foreach (['killed' => '9', 'halted' => 'STOP'] as $how => $signal) {
        $measurements["the two of twelve that watch are $how: free for"] = fn(Way $way) => deaths($way, $server, 12, 2, $signal, 10);
    }
    $measurements['the first six of twelve are halted: free for'] = fn(Way $way) => deaths($way, $server, 12, 6, 'STOP', 10);
}
$budgets = [
    'commands an acquisition' => '24',
    'drain over ideal' => 'from 60 on: 1.20, 1.20, 1.25',
    'idle: commands a second' => '8',
    'p50, p99, longest' => 'the first: 35 and 70 ms; every second: 60 and 150 ms; two: 1.5 s',
];
print_table('crowds', $measurements, $ways, $budgets, $server);
