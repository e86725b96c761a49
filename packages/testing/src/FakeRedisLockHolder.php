<?php

declare(strict_types=1);

namespace RedisLock\Testing;

/** What FakeRedisLock::getHolder() returns, with the properties of RedisLockHolder. */
final readonly class FakeRedisLockHolder
{
    public function __construct(
        public ?string $label,
        public float $remaining,
        public bool $isOwn,
    ) {}
}
