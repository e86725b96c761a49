<?php

declare(strict_types=1);

/** What the application needs of a lock, and no more: so a test can bring its own. */
interface Mutex
{
    /**
     * Runs $work while no other process has this key, and returns its result.
     *
     * @template T
     * @param callable(): T $work
     * @param-immediately-invoked-callable $work
     * @return T
     * @throws RedisLockTimeoutException another owner has it; $work has not run
     * @throws RedisLockLostException $work has run, but the lock was lost before its end
     * @throws RedisLockConnectionException Redis could not be asked; $work has not run
     */
    public function synchronized(string $key, callable $work): mixed;
}
