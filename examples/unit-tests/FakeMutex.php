<?php

declare(strict_types=1);

/** The one for unit tests: in memory, and it does what the test asks for. */
final class FakeMutex implements Mutex
{
    /** @var array<string, true> keys that are locked */
    public array $held = [];

    /** @var array<string, true> keys whose lock is lost before the work ends */
    public array $losing = [];

    public bool $serverIsAway = false;

    public function synchronized(string $key, callable $work): mixed
    {
        if ($this->serverIsAway) {
            throw new RedisLockConnectionException('the fake server is away');
        }
        if (isset($this->held[$key])) {
            throw new RedisLockTimeoutException("lock \"$key\" is held");
        }
        $this->held[$key] = true;
        try {
            $result = $work();
        } finally {
            unset($this->held[$key]);
        }
        if (isset($this->losing[$key])) {
            throw new RedisLockLostException("lock \"$key\" was lost");
        }

        return $result;
    }
}
