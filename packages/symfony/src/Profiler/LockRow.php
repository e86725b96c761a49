<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Profiler;

/**
 * An acquisition as the profiler shows it, and what became of it.
 *
 * @internal
 */
final class LockRow
{
    public const NOT_ACQUIRED = 'not acquired';

    public const NOT_RELEASED = 'not released';

    private const LONGEST_KEY = 200;

    public readonly string $key;

    /** "lock", "shared", "semaphore", "multi". */
    public readonly string $kind;

    public readonly string $server;

    /** Seconds. */
    public readonly float $waited;

    public readonly int $attempts;

    /** "released", "lost", "not released" (until now), "not acquired", "error". */
    public string $outcome;

    /** Seconds for which it was held; null: it was not. */
    public ?float $held = null;

    /** The cause of a loss, or the error's message. */
    public ?string $reason;

    /** The moment of the acquisition, in seconds. */
    private float $since = 0.0;

    /** Names kind, key and server. */
    private readonly string $lock;

    /** @param string|null $holder the holder that was in the way */
    public function __construct(\RedisLockEvent $event, public readonly ?string $holder = null)
    {
        $this->key = self::shown($event->key);
        [$this->kind, $this->server, $this->waited, $this->attempts] = [$event->kind, $event->server, $event->waited, $event->attempts];
        $this->lock = self::lock($event);
        $this->outcome = in_array($event->type, ['contended', 'timeout'], true) ? self::NOT_ACQUIRED : $event->type;
        $this->reason = $event->reason;
    }

    /** Returns a key in UTF-8, and not too long. */
    public static function shown(string $key): string
    {
        $key = preg_match('//u', $key) ? $key : addcslashes($key, "\0..\37\177..\377");

        return preg_match('/^.{'.self::LONGEST_KEY.'}(?=.)/su', $key, $beginning) ? "$beginning[0]…" : $key;
    }

    /** Notes that the lock is held from now on. */
    public function hold(): void
    {
        [$this->outcome, $this->since] = [self::NOT_RELEASED, self::now()];
    }

    public function end(\RedisLockEvent $event): void
    {
        [$this->outcome, $this->held, $this->reason] = [$event->type, $event->held, $event->reason];
    }

    /** Returns whether an event is of this row's lock. */
    public function isOf(\RedisLockEvent $event): bool
    {
        return $this->lock === self::lock($event);
    }

    /** Returns whether an event is of this very acquisition. All its events have the same figures. */
    public function isOfAcquisition(\RedisLockEvent $event): bool
    {
        return $this->isOf($event) && [$this->waited, $this->attempts] === [$event->waited, $event->attempts];
    }

    /** Returns the seconds for which the lock has been held until now. */
    public function age(): float
    {
        return self::now() - $this->since;
    }

    private static function lock(\RedisLockEvent $event): string
    {
        return hash('xxh128', serialize([$event->kind, $event->key, $event->server]));
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
