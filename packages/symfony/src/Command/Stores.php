<?php

declare(strict_types=1);

namespace RedisLock\Symfony\Command;

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Console\Style\SymfonyStyle;
use Symfony\Contracts\Service\ServiceProviderInterface;

/**
 * The stores of framework.lock, for the commands.
 *
 * @internal
 */
final class Stores
{
    /** @param ServiceProviderInterface<object> $stores by their names in framework.lock */
    public function __construct(private readonly ServiceProviderInterface $stores)
    {
    }

    /**
     * Calls something with each store of this package. What goes wrong is shown, and the next store follows.
     *
     * @param \Closure(string, RedisLockStore): void $see
     *
     * @return bool true: nothing went wrong
     */
    public function each(SymfonyStyle $io, \Closure $see): bool
    {
        $isAny = false;
        $failures = [];
        $names = array_keys($this->stores->getProvidedServices());
        sort($names);
        foreach ($names as $name) {
            try {
                $store = $this->stores->get($name);
                if ($store instanceof RedisLockStore) {
                    $isAny = true;
                    $see($name, $store);
                } else {
                    $io->note(sprintf('"%s" of framework.lock is a %s, none of redislock.', $name, $store::class));
                }
            } catch (\Exception $exception) {
                $failures[] = "$name: {$exception->getMessage()}";
            }
        }
        $isAny || [] !== $failures || $failures[] = 'framework.lock has no store of redislock. Its DSN begins with redislock+, like LOCK_DSN=redislock+redis://localhost:6379';
        [] === $failures || $io->error($failures);

        return [] === $failures;
    }

    /** Returns the address of a lock's server without user and password, as the extension shows it. */
    public static function server(\RedisLock $lock): string
    {
        preg_match('/^ *\[server\] => (.*)$/m', print_r($lock, true), $found);

        return $found[1] ?? '';
    }
}
