<?php

declare(strict_types=1);

namespace RedisLock\Amp;

use Amp\Cancellation;
use Amp\Sync\Lock;

/** A mutex for each key, on RedisLock. */
final class KeyedMutex implements \Amp\Sync\KeyedMutex
{
    /** @var \Closure(string): \RedisLock */
    private readonly \Closure $create;

    /** @param (\Closure(string): \RedisLock)|null $create makes the lock of a key; null: a renewed lock that is waited for without limit */
    public function __construct(?\Closure $create = null)
    {
        $this->create = $create ?? static fn(string $key): \RedisLock => new \RedisLock($key, wait: \INF, autoRenew: true);
    }

    /**
     * @throws \Amp\CancelledException
     * @throws \Amp\Sync\SyncException the lock's own wait is over, or Redis did not do its part; the cause is the previous exception
     */
    public function acquire(string $key, ?Cancellation $cancellation = null): Lock
    {
        return Owner::acquire(($this->create)($key), $cancellation);
    }
}
