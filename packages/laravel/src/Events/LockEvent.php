<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Events\Dispatcher;
use RedisLockEvent;

/** What happened to a lock, to a place in a funnel, or to several locks as one: with lock_events. */
abstract class LockEvent
{
    /** The event of each type of the extension's. */
    private const TYPES = [
        'acquired' => LockAcquired::class,
        'contended' => LockContended::class,
        'timeout' => LockTimedOut::class,
        'lost' => LockLost::class,
        'released' => LockReleased::class,
    ];

    /** @param  RedisLockEvent  $details  with the key in Redis, the seconds of the wait and of the hold, and how it was lost */
    final public function __construct(public readonly RedisLockEvent $details) {}

    /**
     * Leaves out the locks of this package that no caller has made.
     *
     * @internal
     */
    public static function dispatch(RedisLockEvent $details, Container $app): void
    {
        $event = self::TYPES[$details->type] ?? null;
        if ($event !== null && ! str_ends_with($details->key, ':redislock:owner')) {
            $app->make(Dispatcher::class)->dispatch(new $event($details));
        }
    }
}
