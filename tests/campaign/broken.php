<?php

declare(strict_types=1);

/** Locks with known faults, which the campaign must find. */
abstract class BrokenLock
{
    protected string $token = '';
    private float $until = 0.0;
    private $stream = null;

    public function __construct(protected string $key, protected float $ttl, protected string $server) {}

    public function acquire(float $wait): bool
    {
        $end = now() + $wait;
        $this->token = bin2hex(random_bytes(16));
        do {
            $sent = now();
            if ($this->take()) {
                $this->until = $sent + $this->ttl;
                return true;
            }
            usleep(mt_rand(1_000, 30_000));
        } while (now() < $end);

        return false;
    }

    abstract protected function take(): bool;

    /** Correct, except for earlier commands that are still pending. */
    public function refresh(float $ttl): bool
    {
        $sent = now();
        $script = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('PEXPIRE', KEYS[1], ARGV[2])";
        $this->until = min($this->until, $sent + $ttl); // unless there is an answer
        $ours = (bool) $this->ask('EVAL', $script, 1, $this->key, $this->token, (int) ($ttl * 1e3));
        $this->until = $ours ? $sent + $ttl : 0.0;

        return $ours;
    }

    public function release(): bool
    {
        $this->until = 0.0;
        $script = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1])";

        return (bool) $this->ask('EVAL', $script, 1, $this->key, $this->token);
    }

    public function getRemaining(): float
    {
        return max(0.0, $this->until - now());
    }

    protected function ask(string|int ...$words): mixed
    {
        try {
            $this->stream ??= new RespClient(strtok(str_replace('redis:', 'tcp:', $this->server), '?'), 0.3);
            return @$this->stream->ask(...$words);
        } catch (RuntimeException $exception) {
            $this->stream = null;
            throw new RedisLockConnectionException($exception->getMessage());
        }
    }
}

/** SET without NX. */
final class OverwritesHolder extends BrokenLock
{
    protected function take(): bool
    {
        return (bool) $this->ask('SET', $this->key, $this->token, 'PX', (int) ($this->ttl * 1e3));
    }
}

/** Like most clients, it forgets a refresh that timed out. If that arrives late, it shortens the lease of the next one. */
final class ForgetsLateCommands extends BrokenLock
{
    protected function take(): bool
    {
        return (bool) $this->ask('SET', $this->key, $this->token, 'NX', 'PX', (int) ($this->ttl * 1e3));
    }
}
