<?php

declare(strict_types=1);

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
    /** The longest wait in ms. */
    public const WAIT = 2_000;
    /** It awaits a reply for longer than a server is suspended. */
    private const PATIENCE = 3.0;
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
                continue;
            }
            usleep(mt_rand(1_000, 20_000));
        } while (now() < $end);

        return false;
    }

    protected function newToken(): string
    {
        return bin2hex(random_bytes(16));
    }

    /** The end of a lease that was asked for at that time, with an allowance for clocks that drift. */
    protected function end(float $sent): float
    {
        return $sent + $this->ttl * 0.99 - 0.002;
    }

    protected function take(bool $isRepeated): bool
    {
        return $isRepeated
            ? (bool) $this->ask('EVAL', self::RETAKE, 1, $this->key, $this->token, $this->milliseconds())
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
        return $this->askAt((array) $this->server === $this->server ? $this->server[0] : $this->server, ...$command);
    }

    protected function askAt(string $server, string|int ...$command): mixed
    {
        try {
            $this->streams[$server] ??= new RespClient(strtok(str_replace('redis:', 'tcp:', $server), '?'), self::PATIENCE);
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
