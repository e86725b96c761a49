<?php

declare(strict_types=1);

// In a loop a standstill of the machine counts as the server's silence.
ini_set('redislock.read_timeout', '60');

/**
 * An event loop of the tests' own: fibers, timers and streams. poll() is for RedisLock::setPoll().
 */
final class Loop
{
    /** @var array<int, array{stream: ?resource, at: float, resume: Closure}> what resumes a fiber: a stream that can be read, or a moment */
    private static array $waits = [];

    private static int $last = 0;

    /** Starts a fiber. What it throws comes out of run(), or out of this. */
    public static function start(callable $work): Fiber
    {
        $fiber = new Fiber($work);
        $fiber->start();
        return $fiber;
    }

    /**
     * Suspends the running fiber. Outside of all fibers, runs the loop until then.
     *
     * @param resource|null $stream
     */
    public static function poll($stream, float $seconds): void
    {
        $isReady = false;
        $fiber = Fiber::getCurrent();
        $number = ++self::$last;
        self::$waits[$number] = [
            'stream' => $stream,
            'at' => now() + $seconds,
            'resume' => static function () use (&$isReady, $fiber): void {
                $isReady = true;
                $fiber?->resume();
            },
        ];
        try {
            $fiber === null ? self::run(static function () use (&$isReady): bool {
                return $isReady;
            }) : Fiber::suspend();
        } finally {
            unset(self::$waits[$number]);
        }
    }

    public static function sleep(float $seconds): void
    {
        self::poll(null, $seconds);
    }

    /** Resumes fibers until none waits, or until a condition is true. */
    public static function run(?callable $until = null): void
    {
        while (self::$waits !== [] && !($until !== null && $until())) {
            $read = array_filter(array_column(self::$waits, 'stream'));
            $left = max(0.0, min(array_column(self::$waits, 'at')) - now());
            $none = [];
            if ($read === []) {
                usleep((int) ($left * 1e6));
            } elseif (@stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1.0) * 1e6)) === false) {
                $read = []; // a signal came
            }
            foreach (self::$waits as $number => $wait) {
                $isDue = $wait['at'] <= now() || in_array($wait['stream'], $read, true);
                if ($isDue && isset(self::$waits[$number])) {
                    unset(self::$waits[$number]);
                    $wait['resume']();
                }
            }
        }
    }
}
