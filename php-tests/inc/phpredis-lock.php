<?php

declare(strict_types=1);

/** The recipe of Redis's documentation, as PHP programs use it with phpredis. */
final class PhpredisLock
{
    private const RELEASE = <<<'LUA'
        if redis.call("get", KEYS[1]) == ARGV[1] then
            return redis.call("del", KEYS[1])
        else
            return 0
        end
        LUA;

    private string $token = '';

    public function __construct(private Redis $redis, private string $key) {}

    public function acquire(int $milliseconds): bool
    {
        $this->token = uniqid('', true);

        return $this->redis->set($this->key, $this->token, ['nx', 'px' => $milliseconds]);
    }

    public function release(): bool
    {
        return $this->redis->eval(self::RELEASE, [$this->key, $this->token], 1) === 1;
    }
}
