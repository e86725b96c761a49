<?php

declare(strict_types=1);

namespace RedisLock\Amp;

use Amp\Cancellation;
use Amp\Sync\Lock;

/** A semaphore on RedisSemaphore. */
final class Semaphore implements \Amp\Sync\Semaphore
{
    /** @param \Closure(): \RedisSemaphore $create makes the semaphore anew for each acquisition */
    public function __construct(private readonly \Closure $create)
    {
        $create(); // wrong options are an error here
    }

    /**
     * @throws \Amp\CancelledException
     * @throws \Amp\Sync\SyncException the semaphore's own wait is over, or Redis did not do its part; the cause is the previous exception
     */
    public function acquire(?Cancellation $cancellation = null): Lock
    {
        return Owner::acquire(($this->create)(), $cancellation);
    }
}
