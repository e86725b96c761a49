<?php

declare(strict_types=1);

/**
 * The methods of Revolt's event loop that the extension calls.
 */

namespace Revolt;

use Closure;
use Fiber;

final class Suspension
{
    private bool $isSuspended = false;

    public function __construct(private readonly ?Fiber $fiber) {}

    public function suspend(): void
    {
        $this->isSuspended = true;
        $this->fiber === null ? EventLoop::runWhile(fn(): bool => $this->isSuspended) : Fiber::suspend();
    }

    public function resume(): void
    {
        EventLoop::queue(function (): void {
            $this->isSuspended = false;
            $this->fiber?->resume();
        });
    }
}

final class EventLoop
{
    /** @var array<string, array{stream: ?resource, at: float, period: ?float, call: Closure}> */
    private static array $callbacks = [];

    private static int $last = 0;

    private static bool $isRunning = false;

    public static function getDriver(): object
    {
        return new class(self::$isRunning) {
            public function __construct(private readonly bool $isRunning) {}

            public function isRunning(): bool
            {
                return $this->isRunning;
            }
        };
    }

    /** @return list<string> */
    public static function getIdentifiers(): array
    {
        return array_map(strval(...), array_keys(self::$callbacks));
    }

    public static function isEnabled(string $id): bool
    {
        return true;
    }

    public static function isReferenced(string $id): bool
    {
        return true;
    }

    public static function getSuspension(): Suspension
    {
        return new Suspension(Fiber::getCurrent());
    }

    public static function queue(Closure $call): void
    {
        self::add(null, 0.0, null, $call);
    }

    public static function delay(float $seconds, Closure $call): string
    {
        return self::add(null, $seconds, null, $call);
    }

    public static function repeat(float $seconds, Closure $call): string
    {
        return self::add(null, $seconds, $seconds, $call);
    }

    public static function onReadable(mixed $stream, Closure $call): string
    {
        return self::add($stream, INF, null, $call);
    }

    public static function cancel(string $id): void
    {
        unset(self::$callbacks[$id]);
    }

    public static function run(): void
    {
        self::runWhile(fn(): bool => true);
    }

    private static function add(mixed $stream, float $seconds, ?float $period, Closure $call): string
    {
        $id = 'a' . ++self::$last;
        self::$callbacks[$id] = ['stream' => $stream, 'at' => now() + $seconds, 'period' => $period, 'call' => $call];
        return $id;
    }

    public static function runWhile(Closure $condition): void
    {
        $wasRunning = self::$isRunning;
        self::$isRunning = true;
        while (self::$callbacks !== [] && $condition()) {
            $read = array_filter(array_column(self::$callbacks, 'stream'));
            $left = min(60.0, max(0.0, min(array_column(self::$callbacks, 'at')) - now()));
            $none = [];
            $read === [] ? usleep((int) ($left * 1e6)) : stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1.0) * 1e6));
            foreach (self::$callbacks as $id => $callback) {
                $isReadable = $callback['stream'] !== null && in_array($callback['stream'], $read, true);
                if (!isset(self::$callbacks[$id]) || !$isReadable && $callback['at'] > now()) {
                    continue;
                }
                if ($callback['period'] !== null) {
                    self::$callbacks[$id]['at'] = now() + $callback['period'];
                } elseif ($callback['stream'] === null) {
                    unset(self::$callbacks[$id]);
                }
                // Each callback runs in a fiber of its own, and returns null.
                $fiber = new Fiber($callback['call']);
                $fiber->start();
                if ($fiber->isTerminated() && $fiber->getReturn() !== null) {
                    throw new \Error('a callback must return null');
                }
            }
        }
        // A loop that {main} has interrupted goes on later.
        self::$isRunning = $wasRunning || self::$callbacks !== [];
    }
}

