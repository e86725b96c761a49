<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Semaphore\Exception\InvalidArgumentException;
use Symfony\Component\Semaphore\PersistingStoreInterface;
use Symfony\Component\Semaphore\Store\StoreFactory as SymfonyStoreFactory;

/**
 * Makes a RedisSemaphoreStore of a DSN that begins with "redislock+", and returns a store as it is. All else
 * is left to Symfony's factory.
 */
final class SemaphoreStoreFactory
{
    /**
     * @throws InvalidArgumentException the DSN, or one of its options, is refused
     */
    public static function createStore(#[\SensitiveParameter] object|string $connection): PersistingStoreInterface
    {
        try {
            return match (true) {
                Dsn::isOne($connection) => Dsn::store(RedisSemaphoreStore::class, $connection),
                $connection instanceof PersistingStoreInterface => $connection,
                default => SymfonyStoreFactory::createStore($connection),
            };
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException($refusal->getMessage(), 0, $refusal);
        }
    }
}
