<?php

declare(strict_types=1);

/**
 * One machine of the demo: when told to, takes the lock, works under it, gives it back, and says when it did so.
 */

require __DIR__ . '/../lib/bootstrap.php';
require __DIR__ . '/TimestampLock.php';

/** The monotonic clock is the same for all processes here, whatever time a machine believes it is. */
function tell(string $event): void
{
    echo hrtime(true), " $event\n";
}

[, $recipe, $clockAhead, $workSeconds, $socket] = $argv;

$lock = match ($recipe) {
    'timestamp' => new TimestampLock(new TinyRedis($socket), 'report', lease: 2.0, clockAhead: (float) $clockAhead),
    // No clock to set wrong: the server ends the lease by its own clock.
    'redislock' => new RedisLock('report', ttl: 2.0, wait: 10.0, server: "unix://$socket"),
    default => throw new InvalidArgumentException("there is no recipe $recipe"),
};

echo "ready\n";
fgets(STDIN);

if (!$lock->acquire()) {
    throw new RuntimeException('did not get the lock');
}
tell('takes');
usleep((int) ((float) $workSeconds * 1e6));
tell('gives back');
$lock->release();
