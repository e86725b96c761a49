<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\PersistingStoreInterface;
use Symfony\Component\Lock\Store\StoreFactory as SymfonyStoreFactory;

/**
 * Makes a RedisLockStore of a DSN that begins with "redislock+", and returns a store as it is. All else is
 * left to Symfony's factory.
 */
final class StoreFactory
{
    /**
     * @throws InvalidArgumentException the DSN, or one of its options, is refused
     */
    public static function createStore(#[\SensitiveParameter] object|string $connection): PersistingStoreInterface
    {
        try {
            return match (true) {
                Dsn::isOne($connection) => Dsn::store(RedisLockStore::class, $connection),
                $connection instanceof PersistingStoreInterface => $connection,
                default => SymfonyStoreFactory::createStore($connection),
            };
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException($refusal->getMessage(), 0, $refusal);
        }
    }
}
