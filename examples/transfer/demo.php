<?php

declare(strict_types=1);

/**
 * Two processes move money between two accounts, one in each direction. First each takes the lock of the account to debit, and then
 * the lock of the other one: they wait for each other until one gives up. Then each takes both with a RedisMultiLock.
 *
 * Exits with 1 unless the first recipe ends in a deadlock, the second makes all transfers, and no cent is lost with either.
 */

require __DIR__ . '/../lib/bootstrap.php';

const TRANSFERS = 100;
const AMOUNT = 100_000;

/** @return array{int, int, float} transfers made, transfers given up, seconds */
function transfer(PrivateRedis $redis, string $recipe): array
{
    foreach (['alice', 'bob'] as $account) {
        file_put_contents("$redis->directory/$account", AMOUNT);
    }
    $clerks = [];
    foreach ([['alice', 'bob'], ['bob', 'alice']] as [$from, $to]) {
        $clerks[] = PhpProcess::start(__DIR__ . '/clerk.php', $redis->socket, $redis->directory, $recipe, $from, $to, TRANSFERS);
    }
    foreach ($clerks as $clerk) {
        $clerk->hear() === 'ready' || throw new RuntimeException('a process did not start');
    }
    $start = hrtime(true);
    foreach ($clerks as $clerk) {
        $clerk->tell('go');
    }
    $made = $givenUp = 0;
    foreach ($clerks as $clerk) {
        [$some, $others] = array_map(intval(...), explode(' ', (string) $clerk->hear()));
        $made += $some;
        $givenUp += $others;
        $clerk->wait() === 0 || throw new RuntimeException('a process failed');
    }
    $seconds = (hrtime(true) - $start) / 1e9;
    printf("  %-20s %3d transfers made, %2d given up after a second, %.2f s\n", $recipe, $made, $givenUp, $seconds);
    $sum = array_sum(array_map(fn(string $account): int => (int) file_get_contents("$redis->directory/$account"), ['alice', 'bob']));
    $sum === 2 * AMOUNT || throw new RuntimeException("money is lost: $sum");

    return [$made, $givenUp, $seconds];
}

$redis = new PrivateRedis();
echo "Two processes move money between two accounts, ", TRANSFERS, " times in each direction\n\n";
[, $deadlocks] = transfer($redis, 'two RedisLocks');
[$made, $givenUp] = transfer($redis, 'RedisMultiLock');

if ($deadlocks === 0 || $givenUp > 0 || $made !== 2 * TRANSFERS) {
    fwrite(STDERR, "FAILED\n");
    exit(1);
}
