<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;

/**
 * Symfony's locks on the extension redislock.
 *
 * The tokens are in the Key, so that another process can go on with it. With $autoRenew the lock is renewed as long as
 * the Key lives in this process, so that one cannot be serialized.
 */
final class RedisLockStore implements BlockingStoreInterface
{
    /** @var \WeakMap<Key, Claim> */
    private readonly \WeakMap $claims;

    /** @var \WeakMap<Key, int> the process in which a Key was last acquired, or taken over, with any of these stores */
    private static \WeakMap $processes;

    /** A string, a list of strings, or null. */
    private readonly \SensitiveParameterValue $server;

    private readonly float $lease;

    /** By which a Key that several stores have saved knows this one. */
    private readonly string $name;

    /**
     * @param string|list<string>|null $server  as the extension takes it; null: the setting redislock.server
     * @param float|null  $lease       seconds until a lock expires that is not put off or renewed; null: 300, as RedisStore has it, or
     *                                 30 with $autoRenew
     * @param bool        $autoRenew   renew locks in the background while their Key lives
     * @param float       $maxWait     how long a blocking acquire() waits before it throws LockConflictedException
     * @param float       $maxHold     with $autoRenew: stop so many seconds after the acquisition
     * @param bool        $abortOnLoss throw RedisLockLostException into the running code when a lock is lost
     * @param string      $prefix      what is before the resource in the name of the key in Redis
     * @param string|null $label       what others are told who ask for the holder
     *
     * @throws \ValueError an option is out of range, or the address cannot be parsed
     */
    public function __construct(
        #[\SensitiveParameter] string|array|null $server = null,
        ?float $lease = null,
        private readonly bool $autoRenew = false,
        private readonly float $maxWait = INF,
        private readonly float $maxHold = INF,
        private readonly bool $abortOnLoss = false,
        private readonly string $prefix = '',
        private readonly ?string $label = null,
    ) {
        $this->server = new \SensitiveParameterValue($server);
        $this->lease = $lease ?? ($autoRenew ? 30.0 : 300.0);
        $this->claims = new \WeakMap();
        self::$processes ??= new \WeakMap(); // @phpstan-ignore assign.propertyType (it is empty)
        $this->name = hash('xxh128', serialize([preg_replace('#(?<=//)[^/]*@|\?.*#', '', $server ?? ''), $prefix]));
        // What is wrong with an option is to be known now, and not at the first lock.
        $this->newLock('any');
    }

    public function save(Key $key): void
    {
        $this->acquire($key, 0.0) || throw new LockConflictedException(sprintf('Somebody else holds the lock "%s".', $key));
    }

    public function waitAndSave(Key $key): void
    {
        $this->acquire($key, $this->maxWait) || throw new LockConflictedException(sprintf('Somebody else%s has held the lock "%s" for all the time that this process waits (max_wait, %s seconds).', $this->holder($key), $key, $this->maxWait));
    }

    /** A renewed lock keeps its lease: $ttl is what it is left with if its Key goes and nobody has released it. */
    public function putOffExpiration(Key $key, float $ttl): void
    {
        $claim = $this->claim($key) ?? throw self::lost($key);
        $lease = min(max($ttl, 0.001), 1e9);
        if ($this->autoRenew) {
            $claim->ttl = $lease;
            $lease = $this->lease;
        } else {
            $key->reduceLifetime($ttl);
        }
        // Symfony's Lock calls this right after every acquisition, mostly for the lease that has just begun.
        $isDone = $claim->isNew && $lease === $claim->lock->getTtl() && $claim->lock->getRemaining() >= 0.98 * $lease;
        $claim->isNew = false;
        if (!$isDone && !self::ask(fn() => $claim->lock->refresh($lease))) {
            throw self::lost($key);
        }
        $this->limitLifetime($key, $claim);
    }

    public function delete(Key $key): void
    {
        $claim = $this->claim($key);
        if ($claim === null) {
            return;
        }
        try {
            $claim->lock->release();
        } catch (\RedisLockConnectionException $exception) {
            throw new LockReleasingException($exception->getMessage(), 0, $exception);
        }
        $this->forget($key);
    }

    public function exists(Key $key): bool
    {
        $claim = $this->claim($key);

        return $claim !== null && self::ask($claim->lock->isOwned(...));
    }

    private function acquire(Key $key, float $wait): bool
    {
        try {
            $claim = $this->claim($key) ?? new Claim($this->newLock($this->prefix . $key));
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException('The name of a lock, with the prefix, ' . preg_replace('/^.*\(\$\w+\) /', '', $refusal->getMessage()) . '.', 0, $refusal);
        }
        if (!self::ask(fn() => $claim->acquire($wait))) {
            return false;
        }
        $this->claims[$key] = $claim;
        self::$processes[$key] = (int) getmypid();
        $key->setState(self::class, [$this->name => $claim->lock->getToken()] + self::tokens($key));
        $this->limitLifetime($key, $claim);

        return true;
    }

    /** What this process has of a Key: it has acquired it, or another process has serialized it. */
    private function claim(Key $key): ?Claim
    {
        $process = self::$processes[$key] ?? null;
        if ($process !== null && getmypid() !== $process) {
            return null; // a forked child has a copy of its parent's Key
        }
        if (isset($this->claims[$key])) {
            return $this->claims[$key];
        }
        $tokens = self::tokens($key);
        // Another process may have another address for the same server.
        $token = $tokens[$this->name] ?? ($process === null && count($tokens) === 1 ? reset($tokens) : null);
        if ($token === null) {
            return null;
        }
        self::$processes[$key] = (int) getmypid();

        return $this->claims[$key] = new Claim(\RedisLock::restore(
            $this->prefix . $key,
            $token,
            $this->lease,
            $this->server->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            autoRelease: false,
        ));
    }

    private function newLock(string $name): \RedisLock
    {
        return new \RedisLock(
            $name,
            $this->lease,
            $this->maxWait,
            $this->server->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            autoRelease: false,
            label: $this->label,
        );
    }

    private function forget(Key $key): void
    {
        unset($this->claims[$key]);
        $tokens = self::tokens($key);
        unset($tokens[$this->name]);
        $tokens === [] ? $key->removeState(self::class) : $key->setState(self::class, $tokens);
    }

    /** @return array<string, string> by the name of the store */
    private static function tokens(Key $key): array
    {
        /** @var array<string, string> */
        return $key->hasState(self::class) ? $key->getState(self::class) : [];
    }

    /** The Key knows until when its lock is held for sure. One that is renewed has no end, or that of $maxHold. */
    private function limitLifetime(Key $key, Claim $claim): void
    {
        $remaining = $claim->lock->getRemaining();
        if ($this->autoRenew) {
            $key->markUnserializable();
            $remaining = max($remaining, $this->maxHold - $claim->age());
        }
        if ($remaining !== INF) {
            $key->reduceLifetime($remaining);
        }
        if ($key->isExpired()) {
            try {
                $this->delete($key);
            } catch (LockReleasingException) {
                // It expires.
            }
            throw new LockExpiredException(sprintf('The lock "%s" has expired before it could be used.', $key));
        }
    }

    /** @param callable(): bool $question */
    private static function ask(callable $question): bool
    {
        try {
            return $question();
        } catch (\RedisLockConnectionException $exception) {
            throw new LockStorageException($exception->getMessage(), 0, $exception);
        }
    }

    /** The label of who has the lock, for an exception. */
    private function holder(Key $key): string
    {
        try {
            $label = $this->newLock($this->prefix . $key)->getHolder()?->label;
        } catch (\RedisLockConnectionException) {
            $label = null;
        }

        return $label === null ? '' : " ($label)";
    }

    private static function lost(Key $key): LockConflictedException
    {
        return new LockConflictedException(sprintf('The lock "%s" is not held any more: it expired, or somebody removed or took it.', $key));
    }
}
