<?php

declare(strict_types=1);

/**
 * Moves a cent from one account to another, again and again. Says how many transfers it has made, and how many it has given up.
 */

require __DIR__ . '/../lib/bootstrap.php';

[, $socket, $directory, $recipe, $from, $to, $transfers] = $argv;
$server = "unix://$socket";

/** Runs the work while both accounts are locked. */
$withBoth = match ($recipe) {
    // In the order of the words "from" and "to", which another process uses the other way round.
    'two RedisLocks' => fn(callable $work): mixed => (new RedisLock("account:$from", wait: 1.0, server: $server))->synchronized(
        fn(): mixed => (new RedisLock("account:$to", wait: 1.0, server: $server))->synchronized($work),
    ),
    default => fn(callable $work): mixed => (new RedisMultiLock(["account:$from", "account:$to"], wait: 10.0, server: $server))->synchronized($work),
};

$move = function () use ($directory, $from, $to): void {
    $debit = (int) file_get_contents("$directory/$from") - 1;
    $credit = (int) file_get_contents("$directory/$to") + 1;
    usleep(random_int(100, 2_000));
    file_put_contents("$directory/$from", $debit);
    file_put_contents("$directory/$to", $credit);
};

echo "ready\n";
fgets(STDIN);
$made = $givenUp = 0;
for ($n = 0; $n < (int) $transfers && $givenUp < 3; $n++) {
    try {
        $withBoth($move);
        $made++;
    } catch (RedisLockTimeoutException) {
        $givenUp++;
    }
}
echo "$made $givenUp\n";
