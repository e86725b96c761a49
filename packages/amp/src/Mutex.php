<?php

declare(strict_types=1);

namespace RedisLock\Amp;

use Amp\Cancellation;
use Amp\Sync\Lock;

/** A mutex on RedisLock. */
final class Mutex implements \Amp\Sync\Mutex
{
    /** @param \Closure(): \RedisLock $create makes the lock anew for each acquisition */
    public function __construct(private readonly \Closure $create)
    {
        $create(); // wrong options are an error here
    }

    /**
     * @throws \Amp\CancelledException
     * @throws \Amp\Sync\SyncException the lock's own wait is over, or Redis did not do its part; the cause is the previous exception
     */
    public function acquire(?Cancellation $cancellation = null): Lock
    {
        return Owner::acquire(($this->create)(), $cancellation);
    }
}
