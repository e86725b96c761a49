<?php

declare(strict_types=1);

/**
 * The older recipe: the key holds the time at which the lease ends, and GETSET takes over a lease that has ended.
 *
 * Do not copy: it compares a time that another machine wrote with the time of this one.
 */
final class TimestampLock
{
    private float $end = 0.0;

    /**
     * @param float $lease      seconds
     * @param float $clockAhead seconds by which this machine's clock is ahead, in place of a clock that really is
     */
    public function __construct(
        private readonly TinyRedis $redis,
        private readonly string $key,
        private readonly float $lease,
        private readonly float $clockAhead,
    ) {}

    public function acquire(): bool
    {
        while (!$this->tryAcquire()) {
            usleep(5_000);
        }

        return true;
    }

    public function release(): bool
    {
        // All that the recipe does for safety: an owner that is late by its own clock deletes nothing.
        return $this->now() < $this->end && $this->redis->del($this->key);
    }

    private function tryAcquire(): bool
    {
        $this->end = $this->now() + $this->lease;

        if ($this->redis->setnx($this->key, (string) $this->end)) {
            return true;
        }
        if (!$this->hasEnded($this->redis->get($this->key))) {
            return false;
        }

        // Of several processes that see the end of a lease, the first one to GETSET still finds the old time.
        return $this->hasEnded($this->redis->getset($this->key, (string) $this->end));
    }

    private function hasEnded(?string $end): bool
    {
        // null: given back a moment ago, so it is free like one that has ended.
        return (float) $end < $this->now();
    }

    private function now(): float
    {
        return microtime(true) + $this->clockAhead;
    }
}
