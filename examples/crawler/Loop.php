<?php

declare(strict_types=1);

/** A loop of fibers in a few lines. A program in Revolt, AMPHP or Swoole needs neither this class nor setPoll(). */
final class Loop
{
    /** @var array<int, array{?resource, float, Fiber}> the suspended fibers, each with what resumes it */
    private static array $waits = [];

    private static int $last = 0;

    /** @param resource|null $stream */
    public static function poll($stream, float $seconds): void
    {
        self::$waits[++self::$last] = [$stream, hrtime(true) / 1e9 + $seconds, Fiber::getCurrent()];
        Fiber::suspend();
    }

    /** Runs functions in fibers, until all have ended. */
    public static function run(callable ...$functions): void
    {
        foreach ($functions as $function) {
            (new Fiber($function))->start();
        }
        while (self::$waits !== []) {
            $read = array_filter(array_column(self::$waits, 0));
            $left = max(0, (int) ((min(array_column(self::$waits, 1)) - hrtime(true) / 1e9) * 1e6));
            $none = null;
            $read === [] ? usleep($left) : stream_select($read, $none, $none, 0, min($left, 900_000));
            foreach (self::$waits as $key => [$stream, $end, $fiber]) {
                if (in_array($stream, $read, true) || $end <= hrtime(true) / 1e9) {
                    unset(self::$waits[$key]);
                    $fiber->resume();
                }
            }
        }
    }
}
