<?php

declare(strict_types=1);

const BROKEN_LOCKS = [
    'DeletesAnyHolder', 'CountsFromReply', 'ReplacesToken', 'RecreatesKey', 'ReusesToken', 'LooksThenTakes', 'CountsWithoutLeases',
    'KeepsSeat', 'DrawsFenceLater', 'TwoOfFive',
];

/**
 * Locks with one known fault each, which the checkers must find. SimpleLock is right, as long as the network delivers no command late.
 */
class SimpleLock
{
    /** The lock that it stands for: its clients and their keys. */
    public const LOCK = 'exclusive';
    /** What the network does: see proxy.php. */
    public const NETWORK = 'cut';
    public const SERVER = 'tcp';
    /** The faults of schedule.php that it meets; null: all. */
    public const FAULTS = null;
    /** The longest time in ms between two of them. */
    public const LONGEST_PAUSE = 240;
    /** The longest time in ms between two attempts. */
    protected const RETRY = 20;
    /** The longest wait in ms. */
    public const WAIT = 2_000;
    /** True if its keys are those of a RedisLock, so that the servers' own order of writes tells of it. */
    public const WITNESSED = true;
    /** The lengths of leases in ms: the shortest, the longest usual one, the longest. */
    public const LEASES = [50, 200, 3_000];
    /** The longest times in ms for which it is held: some faults show only in a hold that is longer than the lease. */
    public const HOLDS = [2, 50, 200, 1_000];
    /** It awaits a reply for longer than a server is suspended. */
    protected const PATIENCE = 3.0;
    protected const RELEASE = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1])";
    protected const REFRESH = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('PEXPIRE', KEYS[1], ARGV[2])";
    protected const RETAKE = "return redis.call('GET', KEYS[1]) == ARGV[1] or redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])";

    protected string $token = '';
    protected float $until = 0.0;
    /** @var array<string, RespClient> */
    private array $streams = [];

    /** @param string|list<string> $server */
    public function __construct(protected string $key, protected float $ttl, protected string|array $server, protected int $weight) {}

    public function acquire(float $wait): bool
    {
        $end = now() + $wait;
        $this->token = $this->newToken();
        $isRepeated = false;
        do {
            $sent = now();
            try {
                if ($this->take($isRepeated)) {
                    $this->until = $this->end($sent);
                    return true;
                }
                $isRepeated = false;
            } catch (RedisLockConnectionException $exception) {
                $isRepeated || now() > $end ? throw $exception : $isRepeated = true;
                $this->beforeRetry();
                continue;
            }
            usleep(mt_rand(1_000, static::RETRY * 1_000));
        } while (now() < $end);

        return false;
    }

    protected function newToken(): string
    {
        return bin2hex(random_bytes(16));
    }

    protected function beforeRetry(): void {}

    /** The end of a lease that was asked for at that time, with an allowance for clocks that drift. */
    protected function end(float $sent): float
    {
        return $sent + $this->ttl * 0.99 - 0.002;
    }

    protected function take(bool $isRepeated): bool
    {
        return $isRepeated
            ? (bool) $this->ask('EVAL', static::RETAKE, 1, $this->key, $this->token, $this->milliseconds())
            : (bool) $this->ask('SET', $this->key, $this->token, 'NX', 'PX', $this->milliseconds());
    }

    protected function milliseconds(): int
    {
        return (int) ($this->ttl * 1e3);
    }

    public function refresh(float $ttl): bool
    {
        $sent = now();
        $this->until = min($this->until, $sent + $ttl * 0.99 - 0.002); // unless there is an answer
        $this->ttl = $ttl;
        $isOurs = (bool) $this->ask('EVAL', static::REFRESH, 1, $this->key, $this->token, $this->milliseconds());
        $this->until = $isOurs ? $this->end($sent) : 0.0;

        return $isOurs;
    }

    public function release(): bool
    {
        $this->until = 0.0;

        return (bool) $this->ask('EVAL', static::RELEASE, 1, $this->key, $this->token);
    }

    public function getRemaining(): float
    {
        return max(0.0, $this->until - now());
    }

    public function getToken(): string
    {
        return $this->token;
    }

    protected function ask(string|int ...$command): mixed
    {
        return $this->askAt($this->server, ...$command);
    }

    protected function askAt(string $server, string|int ...$command): mixed
    {
        try {
            $this->streams[$server] ??= new RespClient(strtok(str_replace('redis:', 'tcp:', $server), '?'), static::PATIENCE);
            return @$this->streams[$server]->ask(...$command);
        } catch (RuntimeException $exception) {
            unset($this->streams[$server]);
            throw new RedisLockConnectionException($exception->getMessage());
        }
    }
}

/** Its release deletes the key, whichever token is there. */
final class DeletesAnyHolder extends SimpleLock
{
    protected const RELEASE = "return redis.call('DEL', KEYS[1])";
}

/** Its lease counts from the reply. */
final class CountsFromReply extends SimpleLock
{
    public const NETWORK = 'slow';

    protected function end(float $sent): float
    {
        return parent::end(now());
    }
}

/** Its refresh takes the lock again if the key has expired, and says that it was held all the time. */
final class RecreatesKey extends SimpleLock
{
    protected const REFRESH = self::RETAKE;
}

/** It repeats an attempt without a reply with another token, and then waits for itself. */
final class ReplacesToken extends SimpleLock
{
    public const FAULTS = [];
    public const LEASES = [2_000, 2_000, 3_000];
    public const HOLDS = [2, 2, 20];
    protected const RETRY = 400;

    protected function beforeRetry(): void
    {
        $this->token = $this->newToken();
    }
}

/** It acquires again with the same token while a release without a reply may still come. */
final class ReusesToken extends SimpleLock
{
    public const NETWORK = 'late';
    protected const PATIENCE = 0.3;
    /** A late refresh does no harm. */
    protected const REFRESH = "return redis.call('GET', KEYS[1]) == ARGV[1] and (redis.call('PEXPIRE', KEYS[1], ARGV[2], 'GT') or 1)";

    protected function newToken(): string
    {
        return $this->token === '' ? parent::newToken() : $this->token;
    }
}

/** A reader looks whether there is a writer, and then takes its share; a writer looks whether there are readers. */
final class LooksThenTakes extends SimpleLock
{
    public const LOCK = 'shared';
    public const NETWORK = 'slow';

    protected function take(bool $isRepeated): bool
    {
        if ($this->isWriter()) {
            $this->ask('ZREMRANGEBYSCORE', "$this->key:readers", '-inf', (int) (microtime(true) * 1e3));

            return $this->ask('ZCARD', "$this->key:readers") === 0 && parent::take($isRepeated);
        }
        return $this->ask('EXISTS', $this->key) === 0 && $this->share();
    }

    private function isWriter(): bool
    {
        return $this->weight > 1;
    }

    private function share(): bool
    {
        $this->ask('ZADD', "$this->key:readers", (int) (microtime(true) * 1e3) + $this->milliseconds(), $this->token);
        $this->ask('EXPIRE', "$this->key:readers", 60);

        return true;
    }

    public function refresh(float $ttl): bool
    {
        if ($this->isWriter()) {
            return parent::refresh($ttl);
        }
        $sent = now();
        $this->ttl = $ttl;
        $isOurs = $this->ask('ZSCORE', "$this->key:readers", $this->token) > microtime(true) * 1e3 && $this->share();
        $this->until = $isOurs ? $this->end($sent) : 0.0;

        return $isOurs;
    }

    public function release(): bool
    {
        if ($this->isWriter()) {
            return parent::release();
        }
        $this->until = 0.0;

        return (bool) $this->ask('ZREM', "$this->key:readers", $this->token);
    }
}

/** A counter of permits, which a crashed holder never gives back. */
final class CountsWithoutLeases extends SimpleLock
{
    public const LOCK = 'permits';
    public const NETWORK = 'slow';
    public const WAIT = 9_000;
    private bool $isHeld = false;

    protected function take(bool $isRepeated): bool
    {
        if ($this->ask('INCRBY', $this->key, $this->weight) > ALL_PERMITS) {
            $this->ask('DECRBY', $this->key, $this->weight);
            return false;
        }
        return $this->isHeld = true;
    }

    public function refresh(float $ttl): bool
    {
        $this->ttl = $ttl;
        $this->until = $this->isHeld ? $this->end(now()) : 0.0;

        return $this->isHeld;
    }

    public function release(): bool
    {
        $this->until = 0.0;
        $wasHeld = $this->isHeld;
        $this->isHeld = false;
        $wasHeld && $this->ask('DECRBY', $this->key, $this->weight);

        return $wasHeld;
    }
}

/** A queue: the waiter with the seat tries to take the lock, the others sleep. If its time is up, it does not pass the seat on. */
final class KeepsSeat extends SimpleLock
{
    public const FAULTS = ['client killed'];
    public const LONGEST_PAUSE = 5_000;
    public const WAIT = 9_000;

    public function acquire(float $wait): bool
    {
        $end = now() + $wait;
        while (!$this->ask('SET', "$this->key:seat", '1', 'NX', 'PX', 60_000)) {
            if ($end - now() < 0.01) {
                return false;
            }
            $this->ask('BLPOP', "$this->key:signal", sprintf('%.3f', min($end - now(), 2.0))); // less than it awaits a reply for
        }
        if (!parent::acquire($end - now())) {
            return false;
        }
        $this->ask('DEL', "$this->key:seat");
        $this->ask('EVAL', "redis.call('RPUSH', KEYS[1], '1') redis.call('EXPIRE', KEYS[1], 60)", 1, "$this->key:signal");

        return true;
    }
}

/** It draws the fencing token in a second step, when another holder may have drawn one. */
final class DrawsFenceLater extends SimpleLock
{
    public const NETWORK = 'slow';
    private ?int $fence = null;

    protected function take(bool $isRepeated): bool
    {
        if (!parent::take($isRepeated)) {
            return false;
        }
        $this->fence = (int) $this->ask('INCR', "$this->key:fence");
        $this->ask('EXPIRE', "$this->key:fence", 60);

        return true;
    }

    public function getFence(): ?int
    {
        return $this->fence;
    }
}

/** Two of five servers are enough. */
final class TwoOfFive extends SimpleLock
{
    public const SERVER = 'quorum-5';
    private const ENOUGH = 2;

    protected function take(bool $isRepeated): bool
    {
        if ($this->everywhere('EVAL', static::RETAKE, 1, $this->key, $this->token, $this->milliseconds()) >= self::ENOUGH) {
            return true;
        }
        $this->release();

        return false;
    }

    public function refresh(float $ttl): bool
    {
        $sent = now();
        $this->ttl = $ttl;
        $isOurs = $this->everywhere('EVAL', static::REFRESH, 1, $this->key, $this->token, $this->milliseconds()) >= self::ENOUGH;
        $this->until = $isOurs ? $this->end($sent) : 0.0;

        return $isOurs;
    }

    public function release(): bool
    {
        $this->until = 0.0;

        return $this->everywhere('EVAL', static::RELEASE, 1, $this->key, $this->token) >= self::ENOUGH;
    }

    /** @return int how many servers have said yes */
    private function everywhere(string|int ...$command): int
    {
        $yes = 0;
        foreach ($this->server as $server) {
            try {
                $yes += (bool) $this->askAt($server, ...$command) ? 1 : 0;
            } catch (RedisLockConnectionException) {
                // A minority may be away.
            }
        }
        return $yes;
    }
}
