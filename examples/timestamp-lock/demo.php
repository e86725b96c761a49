<?php

declare(strict_types=1);

/**
 * Three machines want one lock, and the clock of one is wrong: first with timestamps in the key, then with RedisLock.
 *
 * Exits with 1 unless the first lock has several owners at a time and the second never more than one.
 */

require __DIR__ . '/../lib/bootstrap.php';

/** Machine => seconds by which its clock is ahead, seconds of work under the lock. The leases are 2 s. */
const MACHINES = [
    'web-1' => [0.0, 0.6],
    'web-2' => [5.0, 1.0],
    'web-3' => [0.0, 0.3],
];

/**
 * Lets the machines compete for the lock.
 *
 * @return list<array{int, string, string}> time (ns), machine and event, in order of time
 */
function compete(string $recipe, PrivateRedis $redis): array
{
    $machines = [];
    foreach (MACHINES as $name => [$clockAhead, $workSeconds]) {
        $script = __DIR__ . '/machine.php';
        $machines[$name] = PhpProcess::start($script, $recipe, $clockAhead, $workSeconds, $redis->socket);
    }
    foreach ($machines as $name => $machine) {
        if ($machine->hear() !== 'ready') {
            throw new RuntimeException("$name did not start");
        }
    }

    $events = [];
    $note = static function (string $name, string $line) use (&$events): void {
        [$time, $event] = explode(' ', $line, 2);
        $events[] = [(int) $time, $name, $event];
    };

    // web-1 is the owner before the others come.
    $machines['web-1']->tell('go');
    $note('web-1', $machines['web-1']->hear() ?? throw new RuntimeException('web-1 failed'));
    $machines['web-2']->tell('go');
    $machines['web-3']->tell('go');

    foreach ($machines as $name => $machine) {
        while (($line = $machine->hear()) !== null) {
            $note($name, $line);
        }
        if ($machine->wait() !== 0) {
            throw new RuntimeException("$name failed");
        }
    }
    sort($events);

    return $events;
}

/**
 * Prints what happened, and returns how many owners there were at the most.
 *
 * @param list<array{int, string, string}> $events
 */
function tell_story(array $events): int
{
    $line = "  %6s  %-8s %-8s %-20s %s\n";
    printf($line, 'time', 'machine', 'clock', '', 'owners');

    $owners = [];
    $most = 0;
    foreach ($events as [$time, $machine, $event]) {
        if ($event === 'takes') {
            $owners[] = $machine;
        } else {
            $owners = array_diff($owners, [$machine]);
        }
        $most = max($most, count($owners));
        printf(
            $line,
            sprintf('%.2f s', ($time - $events[0][0]) / 1e9),
            $machine,
            MACHINES[$machine][0] > 0 ? sprintf('+%d s', MACHINES[$machine][0]) : 'right',
            "$event the lock",
            implode(', ', $owners) ?: 'none',
        );
    }

    return $most;
}

$redis = new PrivateRedis();

echo "The key holds the end of the lease; SETNX takes it, GETSET takes it over\n\n";
$withTimestamps = tell_story(compete('timestamp', $redis));
echo <<<'TEXT'

    By the clock of web-2, which is 5 s ahead, the lease of web-1 has long ended: it takes over a lock that is in use.
    web-1, still in time by its own clock, then deletes the key, which is the lock of web-2, and so web-3 gets in too.

    RedisLock

    TEXT;
echo "\n";
$withRedisLock = tell_story(compete('redislock', $redis));
echo <<<'TEXT'

    The server ends the lease, after a time and not at a time, and the key holds a random token: no machine's clock is
    asked, and no process can release the lock of another owner.

    TEXT;

if ($withTimestamps < 2 || $withRedisLock !== 1) {
    fwrite(STDERR, "\nFAILED: $withTimestamps owners at a time with timestamps, $withRedisLock with RedisLock\n");
    exit(1);
}
echo "\nAs it should be: up to $withTimestamps owners at a time with timestamps, never more than one with RedisLock.\n";
