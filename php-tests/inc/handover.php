<?php

declare(strict_types=1);

/**
 * One waiter for the lock `k` on a quorum, and the time from a release to its acquisition. Without an invalidation message, the
 * waiter would sleep for a minute between two attempts.
 */
final class Handover
{
    private const WAITER = <<<'PHP'
        $lock = new RedisLock('k', ttl: 600.0, wait: 600.0, server: array_slice($argv, 1), retryInterval: 60.0);
        while (hear() === 'wait') {
            $acquired = $lock->acquire();
            $owned = now();
            echo json_encode([$acquired && $lock->release(), $owned]), "\n";
        }
        PHP;

    public readonly PhpChild $waiter;

    /** @param list<RedisServer> $servers @param list<string>|null $addresses by which the waiter reaches them */
    public function __construct(private array $servers, private ?array $addresses = null)
    {
        $this->addresses ??= addresses($servers);
        $this->waiter = PhpChild::start(self::WAITER, $this->addresses);
    }

    /** Starts the wait, and returns when the waiter is queued at one of the servers, or sleeps before its next attempt. */
    public function begin(int $attempts = 12): void
    {
        $this->servers[0]->ask('CONFIG', 'RESETSTAT');
        $this->waiter->tell('wait');
        $notified = array_search(true, array_map(fn(string $address, RedisServer $server) => $address === $server->address, $this->addresses, $this->servers), true);
        $notified === false
            ? await_attempts($this->servers[0], $attempts)
            : await('a seat', fn() => $this->servers[$notified]->seats() !== []);
    }

    /** Releases the lock, and returns the seconds until the waiter has acquired it. */
    public function end(callable $release): float
    {
        $released = now();
        $release();
        [$good, $owned] = json_decode($this->waiter->hear());
        $good || throw new RuntimeException('it did not acquire, or its lock was lost');

        return $owned - $released;
    }

    /** Returns the median seconds of several handovers. @param callable(): callable $hold acquires, and returns the release */
    public function seconds(callable $hold, int $times = 3): float
    {
        $seconds = [];
        for ($n = 0; $n < $times; $n++) {
            $release = $hold();
            $this->begin();
            $seconds[] = $this->end($release);
        }
        sort($seconds);

        return $seconds[intdiv($times, 2)];
    }
}
