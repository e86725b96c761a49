<?php

declare(strict_types=1);

/** Stands for the work that must not be done by too many at once, and counts how many do it. */
final readonly class Work
{
    private const ENTER = <<<'LUA'
        local inside = redis.call('HINCRBY', KEYS[1], 'inside', 1)
        if inside > tonumber(redis.call('HGET', KEYS[1], 'most') or 0) then redis.call('HSET', KEYS[1], 'most', inside) end
        redis.call('HINCRBY', KEYS[1], 'runs', 1)
        LUA;

    /** @param int $awaited how many must have done it at once before it ends; without a lock, chance decides nothing then */
    public function __construct(
        private TinyRedis $redis,
        private int $awaited,
    ) {}

    public function run(string $name): void
    {
        $this->redis->eval(self::ENTER, "work:$name");
        $deadline = hrtime(true) + 5e9;
        do {
            usleep(random_int(2_000, 10_000));
        } while ($this->most($name) < $this->awaited && hrtime(true) < $deadline);
        $this->redis->eval("redis.call('HINCRBY', KEYS[1], 'inside', -1)", "work:$name");
    }

    /** Returns how many times it was done. */
    public function runs(string $name): int
    {
        return (int) $this->redis->hget("work:$name", 'runs');
    }

    /** Returns how many did it at once, at most. */
    public function most(string $name): int
    {
        return (int) $this->redis->hget("work:$name", 'most');
    }
}
