<?php

declare(strict_types=1);

/** Seconds on the monotonic clock. All processes of the machine share it. */
function now(): float
{
    return hrtime(true) / 1e9;
}

/** Waits for a condition; the limit only keeps a broken test from hanging. */
function await(string $what, callable $condition, float $limit = 120.0): mixed
{
    $deadline = now() + $limit;
    while (!$result = $condition()) {
        if (now() > $deadline) {
            // A shorter limit is part of a test, whose server may be suspended.
            throw new RuntimeException("waited $limit seconds without success for: $what" . ($limit >= 60.0 ? RedisServer::describeAll() : ''));
        }
        usleep(1_000);
    }
    return $result;
}

/**
 * Returns the seconds of a lease with `$left` milliseconds left, or these if it is no such lease: a busy machine may have used up to 10 seconds
 * of it, and a second refresh in the same millisecond has it end a millisecond later.
 */
function lease_of(int $seconds, int $left): int|float
{
    return $left <= $seconds * 1000 + 1 && $left > ($seconds - 10) * 1000 ? $seconds : $left / 1000;
}

/** Returns the number of time-outs in a call of `$seconds`. A busy machine may add almost one time-out, and removes none. */
function time_outs(float $seconds, float $timeout): int
{
    return (int) floor($seconds / $timeout + 0.05);
}

/** The least of a few measurements of the same, up to the first below $limit: a busy machine adds to each, and takes nothing away. */
function least_of(callable $measure, float $limit, int $times = 4): float
{
    for ($least = INF; $times > 0 && $least >= $limit; $times--) {
        $least = min($least, $measure());
    }
    return $least;
}

/**
 * The same of several figures at once: the least of each, up to the measurement after which all are within their limits.
 *
 * @param callable(): array<int|float> $measure
 * @param array<int|float> $limits
 * @return array<int|float>
 */
function least_of_each(callable $measure, array $limits, int $times = 4): array
{
    $least = array_fill_keys(array_keys($limits), INF);
    $within = fn(int|float $figure, int|float $limit): bool => $figure <= $limit;
    for (; $times > 0 && in_array(false, array_map($within, $least, $limits), true); $times--) {
        foreach ($measure() as $name => $figure) {
            $least[$name] = min($least[$name], $figure);
        }
    }
    return $least;
}

/**
 * Has a process sleep for a hundredth of a second, again and again. Returns a function that returns by how many seconds in all it woke late
 * since the call before: for so long the machine stood still, or had no time for it.
 */
function lateness(): Closure
{
    $sleeper = PhpChild::start(<<<'PHP'
        stream_set_blocking(STDIN, false);
        for ($late = 0.0, $last = now();; $last = $now) {
            usleep(10_000);
            $now = now();
            $late += max(0.0, $now - $last - 0.05);
            if (fgets(STDIN) !== false) {
                echo "$late\n";
                $late = 0.0;
            } elseif (feof(STDIN)) {
                exit;
            }
        }
        PHP);

    return function () use ($sleeper): float {
        $sleeper->tell('?');
        return (float) $sleeper->hear();
    };
}

/** Returns whether the test and its children run under valgrind, twenty times slower, so that long parts are shortened. */
function is_slow(): bool
{
    return getenv('USE_ZEND_ALLOC') === '0';
}
