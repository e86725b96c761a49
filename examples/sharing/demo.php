<?php

declare(strict_types=1);

/**
 * A report of two parts that one process rebuilds while others read it, without a lock and with a shared one; then a payment
 * provider that takes five calls at once, with a semaphore.
 *
 * Exits with 1 unless torn reports are read without a lock and none with one, and five calls run at once and never more.
 */

require __DIR__ . '/../lib/bootstrap.php';

const READERS = 6;
const REBUILDS = 15;

/** As many processes as there are roles, which start together. @return list<PhpProcess> */
function together(PrivateRedis $redis, string $lock, string ...$roles): array
{
    $processes = [];
    foreach ($roles as $role) {
        $processes[] = PhpProcess::start(__DIR__ . '/process.php', $role, $redis->socket, $lock, $redis->directory);
    }
    foreach ($processes as $process) {
        $process->hear() === 'ready' || throw new RuntimeException('a process did not start');
    }
    foreach ($processes as $process) {
        $process->tell('go');
    }

    return $processes;
}

/** What they say at their end. @return list<list<int>> */
function results(PhpProcess ...$processes): array
{
    $results = [];
    foreach ($processes as $process) {
        $results[] = array_map(intval(...), explode(' ', (string) $process->hear()));
        $process->wait() === 0 || throw new RuntimeException('a process failed');
    }

    return $results;
}

/** Lets processes read the report while it is rebuilt. @return array{int, int, int} reports read, torn ones, at once at the most */
function read_reports(PrivateRedis $redis, string $lock): array
{
    file_put_contents("$redis->directory/rows", '0');
    file_put_contents("$redis->directory/total", '0');
    $readers = together($redis, $lock, ...array_fill(0, READERS, 'reader'), ...['writer']);
    $results = results(...$readers);
    [$rebuilds] = array_pop($results);
    $rebuilds === REBUILDS || throw new RuntimeException("only $rebuilds rebuilds");
    $sums = [array_sum(array_column($results, 0)), array_sum(array_column($results, 1)), max(array_column($results, 2))];
    printf("  %-22s %5d reports read, %3d of them torn, up to %d at once, %d rebuilds\n", $lock, ...[...$sums, $rebuilds]);

    return $sums;
}

$redis = new PrivateRedis();

echo READERS, " processes read a report of two parts, and one rebuilds it\n\n";
[, $tornWithout] = read_reports($redis, 'no lock');
[, $tornWith, $together] = read_reports($redis, 'RedisLock, shared');

echo "\nEight processes call a provider that takes five calls at once; three of them make calls that count for two\n\n";
$results = results(...together($redis, 'RedisSemaphore', ...array_fill(0, 5, 'caller 1'), ...array_fill(0, 3, 'caller 2')));
$calls = array_sum(array_column($results, 0));
$most = max(array_column($results, 1));
$least = min(array_column($results, 0));
printf("  %-22s %5d calls, up to %d at once; the process with the fewest had %d\n", 'RedisSemaphore', $calls, $most, $least);

if ($tornWithout === 0 || $tornWith !== 0 || $together < 2 || $most !== 5) {
    fwrite(STDERR, "\nFAILED: $tornWithout torn without a lock, $tornWith with one by up to $together readers; $most calls at once\n");
    exit(1);
}
echo "\nAs it should be: torn reports without a lock, none with it, readers beside each other; five calls at once, never more.\n";
