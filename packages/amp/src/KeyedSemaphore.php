<?php

declare(strict_types=1);

namespace RedisLock\Amp;

use Amp\Cancellation;
use Amp\Sync\Lock;

/** A semaphore for each key, on RedisSemaphore. */
final class KeyedSemaphore implements \Amp\Sync\KeyedSemaphore
{
    /** @param \Closure(string): \RedisSemaphore $create makes the semaphore of a key */
    public function __construct(private readonly \Closure $create) {}

    /**
     * @throws \Amp\CancelledException
     * @throws \Amp\Sync\SyncException the semaphore's own wait is over, or Redis did not do its part; the cause is the previous exception
     */
    public function acquire(string $key, ?Cancellation $cancellation = null): Lock
    {
        return Owner::acquire(($this->create)($key), $cancellation);
    }
}
