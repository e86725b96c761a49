<?php

declare(strict_types=1);

/**
 * Runs each recipe, or those that are named, twice: as it is, and with its lock taken away.
 *
 * Exits with 1 unless each recipe keeps its promise as it is, and breaks it without the lock.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/Work.php';

/** @var array<string, array{int, int, string, Closure(Work): bool}> processes, how many may work at once, the promise, whether it was kept */
$recipes = [
    'leader-election' => [3, 1, 'one leads at a time, also when leaders crash', fn(Work $work): bool => $work->most('leading') === 1 && $work->runs('leading') === 9],
    'cron-on-ten-hosts' => [10, 1, 'ten hosts send one report', fn(Work $work): bool => $work->runs('report') === 1],
    'one-job-per-customer' => [3, 1, 'one job of a customer at a time', fn(Work $work): bool => array_map($work->most(...), ['customer a', 'customer b']) === [1, 1]
        && $work->runs('customer a') + $work->runs('customer b') === 12],
    'rebuild-a-cache-once' => [6, 1, 'six processes ask, one rebuilds', fn(Work $work): bool => $work->runs('rebuild') === 1],
    'three-calls-at-once' => [6, 3, 'three calls at once at most', fn(Work $work): bool => $work->most('call') <= 3 && $work->runs('call') === 18],
    'migrate-from-cache-lock' => [4, 1, "Cache::lock's holders exclude RedisLock's", fn(Work $work): bool => $work->most('order') === 1 && $work->runs('order') === 12],
    'migrate-from-setnx' => [4, 1, "SETNX's holders exclude RedisLock's", fn(Work $work): bool => $work->most('order') === 1 && $work->runs('order') === 12],
];

/** Returns whether the promise was kept. */
function kept(string $recipe, int $processes, int $awaited, Closure $check): bool
{
    $redis = new PrivateRedis();
    $tiny = new TinyRedis($redis->socket);
    foreach ([...array_fill(0, 6, 'a'), ...array_fill(0, 6, 'b')] as $customer) {
        $tiny->eval("redis.call('RPUSH', KEYS[1], ARGV[1])", 'jobs', "$customer job");
    }
    $started = [];
    for ($number = 0; $number < $processes; $number++) {
        $started[] = PhpProcess::start(__DIR__ . '/process.php', $recipe, $redis->socket, $number, $awaited);
    }
    foreach ($started as $process) {
        $process->hear() === 'ready' || throw new RuntimeException('a process did not start');
    }
    foreach ($started as $process) {
        $process->tell('go');
    }
    foreach ($started as $process) {
        // Its end, however it comes: a leader crashes.
        $process->hear() === null || throw new RuntimeException("$recipe: a process printed something");
        in_array($process->wait(), $recipe === 'leader-election' ? [0, 9, -1, 137] : [0], true) || throw new RuntimeException("$recipe: a process failed");
    }

    return $check(new Work($tiny, 0));
}

$failed = 0;
foreach (array_slice($argv, 1) ?: array_keys($recipes) as $recipe) {
    [$processes, $permits, $promise, $check] = $recipes[$recipe] ?? throw new RuntimeException("there is no recipe $recipe");
    $start = hrtime(true);
    $with = kept($recipe, $processes, 0, $check);
    $without = kept($recipe, $processes, $permits + 1, $check);
    printf("%-24s %-46s %-9s without the lock: %-9s %.1f s\n", $recipe, $promise, $with ? 'kept' : 'BROKEN', $without ? 'KEPT' : 'broken', (hrtime(true) - $start) / 1e9);
    $failed += $with && !$without ? 0 : 1;
}
exit($failed === 0 ? 0 : 1);
