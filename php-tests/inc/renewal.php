<?php

declare(strict_types=1);

// A test that hangs is ended by its alarm, also in the middle of a loop without end.
function_exists('pcntl_alarm') && pcntl_alarm(280);

/**
 * For a script into which an exception is thrown wherever it is: PHP 8.2 loses the result of a call that had just ended,
 * with signal handlers as with losses, and reports its own leak where it is built for debugging.
 */
function is_thrown_into(): void
{
    ZEND_DEBUG_BUILD && @ini_set('report_memleaks', '0'); // deprecated since PHP 8.5
}

/**
 * A time that the machine has a part in: ten times as long as an idle one needs. A lease of so much is renewed in time on a machine
 * that stands still for three seconds, as a virtual one does whose host is busy.
 */
function time_for(float $seconds): float
{
    return 10 * $seconds;
}

function pause(float $seconds): void
{
    for ($end = now() + $seconds; ($left = $end - now()) > 0.0;) {
        usleep((int) ($left * 1e6));
    }
}

/** Works without calling anything that sleeps. */
function compute(float $seconds): void
{
    for ($end = now() + $seconds; now() < $end;) {
        for ($n = 0; $n < 10_000; $n++);
    }
}

/** Returns the number of threads of this process. */
function threads(): int
{
    return count(glob('/proc/self/task/*'));
}

/** Returns the number of open files and sockets of this process. */
function files(): int
{
    return count(scandir('/proc/self/fd'));
}

/** Waits until the background thread has begun to renew this many times more. */
function await_renewals(int $count = 1): void
{
    $before = RedisLock::stats()['renewed'];
    await('a renewal', fn() => RedisLock::stats()['renewed'] >= $before + $count);
}

/** Seconds until the lock is no longer held. */
function seconds_until_lost(RedisLock|RedisMultiLock $lock): float
{
    $start = now();
    await('the loss', fn() => !$lock->isHeld());

    return now() - $start;
}
