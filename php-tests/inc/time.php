<?php

declare(strict_types=1);

/** Seconds on the monotonic clock. All processes of the machine share it. */
function now(): float
{
    return hrtime(true) / 1e9;
}

/** Waits for a condition; the limit only keeps a broken test from hanging. */
function await(string $what, callable $condition, float $limit = 30.0): mixed
{
    $deadline = now() + $limit;
    while (!$result = $condition()) {
        if (now() > $deadline) {
            throw new RuntimeException("waited $limit seconds in vain for: $what");
        }
        usleep(1_000);
    }
    return $result;
}

/** Whether the test runs under valgrind, twenty times slower, its children too: what only takes long is made shorter. */
function is_slow(): bool
{
    return getenv('USE_ZEND_ALLOC') === '0';
}
