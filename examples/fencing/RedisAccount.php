<?php

declare(strict_types=1);

/** A hash in Redis that remembers the fence of the last write. */
final class RedisAccount implements Account
{
    // One script: comparing and writing cannot be torn apart.
    private const WRITE = <<<'LUA'
        if tonumber(redis.call('HGET', KEYS[1], 'fence')) >= tonumber(ARGV[2]) then
            return 0
        end
        redis.call('HSET', KEYS[1], 'balance', ARGV[1], 'fence', ARGV[2])
        return 1
        LUA;

    public function __construct(private TinyRedis $redis)
    {
        $redis->hset('balance:7', 'balance', '100');
        $redis->hset('balance:7', 'fence', '0');
    }

    public function name(): string
    {
        return 'Redis with a fence: a script that compares it and writes';
    }

    public function balance(): int
    {
        return (int) $this->redis->hget('balance:7', 'balance');
    }

    public function write(int $balance, int $fence): bool
    {
        return $this->redis->eval(self::WRITE, 'balance:7', (string) $balance, (string) $fence) === 1;
    }
}
