<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\Symfony\Profiler\LockRecorder;
use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Exception\LockReleasingException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;

/**
 * Symfony's locks on the extension redislock. With $autoRenew, a lock is renewed as long as its Key lives in this process, so such a
 * Key cannot be serialized.
 */
final class RedisLockStore implements BlockingStoreInterface, BlockingSharedLockStoreInterface
{
    private readonly Claims $claims;

    private ?LockRecorder $recorder = null;

    /** A string, a list of strings, or null. */
    private readonly \SensitiveParameterValue $server;

    private readonly float $lease;

    /**
     * @param string|list<string>|null $server      as the extension takes it; null: the setting redislock.server
     * @param float|null               $lease       seconds until a lock expires, unless it is refreshed or renewed; null: 300, as RedisStore has it, or
     *                                              30 with $autoRenew
     * @param bool                     $autoRenew   renew locks in the background while their Key lives
     * @param float                    $maxWait     how long a blocking acquire() waits before it throws LockConflictedException
     * @param float                    $maxHold     with $autoRenew: stop this many seconds after the acquisition
     * @param bool                     $abortOnLoss throw RedisLockLostException into the running code when a lock is lost
     * @param string                   $prefix      stands before the resource in the name of the key in Redis
     * @param string|null              $label       the holder's name for clients that ask for the holder
     *
     * @throws \ValueError     an option is out of range, or the address cannot be parsed
     * @throws \LogicException the extension is not loaded
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
        Extension::assertLoaded();
        $this->server = new \SensitiveParameterValue($server);
        $this->lease = $lease ?? ($autoRenew ? 30.0 : 300.0);
        $this->claims = new Claims(self::class, $server, $prefix);
        // An error in an option must be thrown now, and not at the first lock.
        $this->newLock('any');
    }

    /** @internal for commands: the lock of a resource, which this does not acquire */
    public function lock(string $resource): \RedisLock
    {
        return $this->newLock($this->prefix.$resource);
    }

    /** @internal for the profiler */
    public function setRecorder(LockRecorder $recorder): void
    {
        $this->recorder = $recorder;
    }

    public function save(Key $key): void
    {
        $this->acquire($key, false, 0.0) || throw self::conflict($key);
    }

    public function saveRead(Key $key): void
    {
        $this->acquire($key, true, 0.0) || throw self::conflict($key);
    }

    public function waitAndSave(Key $key): void
    {
        $this->acquire($key, false, $this->maxWait) || throw $this->conflictAfterWaiting($key);
    }

    public function waitAndSaveRead(Key $key): void
    {
        $this->acquire($key, true, $this->maxWait) || throw $this->conflictAfterWaiting($key);
    }

    /** A renewed lock keeps its lease. If its Key goes without a release, the lock keeps $ttl. */
    public function putOffExpiration(Key $key, float $ttl): void
    {
        Claims::withinLease($key, $this->found($key), $this->autoRenew ? $this->maxHold : null, fn () => $this->putOff($key, $ttl));
    }

    private function putOff(Key $key, float $ttl): void
    {
        $claim = $this->claim($key) ?? throw self::lost($key);
        if (!$this->autoRenew) {
            $key->reduceLifetime($ttl);
        }
        // A lease that is over before its reply comes is refused, too: that is the Key's end, not a conflict.
        try {
            $isDone = self::ask(fn () => $claim->putOff($ttl, $this->autoRenew ? $this->lease : null));
        } catch (\Throwable $exception) {
            $this->claims->doubt($key, $claim);
            throw $exception;
        }
        if (!$isDone && !$key->isExpired()) {
            throw self::lost($key);
        }
        $this->limitLifetime($key, $claim);
    }

    public function delete(Key $key): void
    {
        $claim = $this->found($key);
        $claim = $claim?->isEnding ? $claim : $this->claim($key);
        if (null === $claim) {
            return;
        }
        try {
            $this->end($key, $claim);
        } catch (\RedisLockConnectionException $exception) {
            throw new LockReleasingException($exception->getMessage(), 0, $exception);
        }
    }

    /** Releases the lock, and forgets the claim. After an exception, the next call for the Key does that first. */
    private function end(Key $key, Claim $claim): bool
    {
        $claim->isEnding = true;
        $this->claims->doubt($key, $claim);
        try {
            $isReleased = $claim->release();
        } catch (\RedisLockException $exception) {
            // Another fiber than the owner's may not release it, and nothing was sent.
            $claim->isEnding = !Claim::isUnsent($exception);
            throw $exception;
        }
        if (!$isReleased && $claim->isUnsure) {
            // The change has been made since its kind was asked for.
            $this->restored($key, (string) $claim->lock->getToken(), !$claim->isShared)->release();
        }
        $claim->isEnding = false; // a copy of the Key may have the claim
        $this->claims->forget($key);

        return true;
    }

    public function exists(Key $key): bool
    {
        $claim = $this->claim($key);

        return null !== $claim && self::ask($claim->lock->isOwned(...));
    }

    private function acquire(Key $key, bool $isShared, float $wait): bool
    {
        return Claims::withinLease($key, $this->found($key), $this->autoRenew ? $this->maxHold : null, fn () => $this->tryToAcquire($key, $isShared, $wait));
    }

    private function tryToAcquire(Key $key, bool $isShared, float $wait): bool
    {
        $end = hrtime(true) + $wait * 1e9;
        $claim = $this->claim($key);
        $isOther = null !== $claim && $claim->isShared !== $isShared;
        // A majority of several servers could not undo a change that some of them made.
        $isStuck = $isOther && is_array($this->server->getValue());
        // Two readers that both want to become the writer would wait for each other.
        while ($isOther && ($isStuck || !$this->convert($key, $claim))) {
            if (!self::ask($claim->lock->isOwned(...))) {
                [$claim, $isOther] = [null, false]; // it is lost
            } elseif ($isStuck) {
                $this->tellLifetime($key, $claim);
                [$has, $wanted] = $isShared ? ['writing', 'reading'] : ['reading', 'writing'];
                throw new LockConflictedException(sprintf('The lock "%s" is held for %s, and a list of servers cannot turn that into %s: release() it first, and acquire it then.', $key, $has, $wanted));
            } elseif (hrtime(true) < $end) {
                usleep(random_int(90_000, 110_000)); // as Symfony does
            } else {
                $this->tellLifetime($key, $claim);

                return false;
            }
        }
        try {
            $claim ??= new Claim($this->newLock($this->prefix.$key, $isShared), $isShared);
        } catch (\ValueError $refusal) {
            throw new InvalidArgumentException('The name of a lock, with the prefix, '.preg_replace('/^.*\(\$\w+\) /', '', $refusal->getMessage()).'.', 0, $refusal);
        }
        if (!$isOther && !self::ask(fn () => $claim->acquire(max(0.0, ($end - hrtime(true)) / 1e9), $this->recorder))) {
            return false;
        }
        $this->claims->keep($key, $claim);
        $this->limitLifetime($key, $claim);

        return true;
    }

    /**
     * Changes a share into the lock, if there is no other share, or the lock into a share. Both are one step, so no other client
     * writes in between. During the step nothing is renewed, and no loss is noticed.
     */
    private function convert(Key $key, Claim $claim): bool
    {
        try {
            $token = self::ask($claim->lock->detach(...));
            $claim->isUnsure = true;
            // Only an object that takes the lock over may change it into a share.
            $lock = $claim->isShared ? $this->newLock($this->prefix.$key, false, $token) : $this->restored($key, $token, true);
            $converted = new Claim($lock, !$claim->isShared);
            $isConverted = self::ask(fn () => $converted->acquire(0.0));
            if (!$isConverted) {
                $claim->lock = $this->restored($key, $token, $claim->isShared);
                self::ask($claim->lock->isOwned(...)); // from here on it is renewed again
            }
        } catch (\Throwable $exception) {
            // Also of a signal handler, which may throw right behind detach().
            $claim->isUnsure = $claim->isUnsure || !$claim->lock->isHeld();
            if ($claim->isUnsure) {
                $claim->mayChangeUntil = hrtime(true) / 1e9 + 1.0; // the server refuses it after that
                $this->claims->doubt($key, $claim);
            }
            throw $exception;
        }
        if (!$isConverted) {
            $claim->isUnsure = false;

            return false;
        }
        [$claim->lock, $claim->isShared, $claim->isUnsure] = [$lock, !$claim->isShared, false];

        return true;
    }

    /** Returns this process's claim on a Key that it has acquired, or that another process has serialized. */
    private function claim(Key $key): ?Claim
    {
        $claim = $this->found($key);
        if ($claim?->isEnding) {
            self::ask(fn () => $this->end($key, $claim));

            return null;
        }
        if ($claim?->isUnsure) {
            $token = (string) $claim->lock->getToken();
            foreach ([false, true] as $isShared) {
                [$claim->lock, $claim->isShared] = [$this->restored($key, $token, $isShared), $isShared];
                if (self::ask($claim->lock->isOwned(...))) {
                    break;
                }
            }
            $claim->isUnsure = hrtime(true) / 1e9 < $claim->mayChangeUntil;
            $this->claims->keep($key, $claim);
            if ($this->autoRenew && $claim->lock->isHeld()) {
                $key->resetLifetime();
                $this->limitLifetime($key, $claim);
            }
        }

        return $claim;
    }

    private function found(Key $key): ?Claim
    {
        $restore = fn (#[\SensitiveParameter] string $token, bool $isShared) => $this->restored($key, $token, $isShared);

        return $this->claims->find($key, $restore);
    }

    private function restored(Key $key, #[\SensitiveParameter] string $token, bool $isShared): \RedisLock
    {
        return \RedisLock::restore(
            $this->prefix.$key,
            $token,
            $this->lease,
            $this->server->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            autoRelease: false,
            shared: $isShared,
        );
    }

    private function newLock(string $name, bool $isShared = false, #[\SensitiveParameter] ?string $token = null): \RedisLock
    {
        return new \RedisLock(
            $name,
            $this->lease,
            $this->maxWait,
            $this->server->getValue(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            token: $token,
            autoRelease: false,
            label: $this->label,
            shared: $isShared,
        );
    }

    /** Tells the Key, which Symfony's Lock resets before, the end of the lease that counts. A renewed lock has no end, or that of $maxHold. */
    private function tellLifetime(Key $key, Claim $claim): void
    {
        $remaining = $claim->lock->getRemaining();
        if ($this->autoRenew) {
            $key->markUnserializable();
            $remaining = max($remaining, $this->maxHold - $claim->age());
        }
        if (INF !== $remaining) {
            $key->reduceLifetime($remaining);
        }
    }

    /** @throws LockExpiredException the lease is over */
    private function limitLifetime(Key $key, Claim $claim): void
    {
        $this->tellLifetime($key, $claim);
        if ($key->isExpired()) {
            try {
                $this->delete($key);
            } catch (LockReleasingException) {
                // The key expires.
            }
            throw new LockExpiredException(sprintf('The lock "%s" has expired before it could be used.', $key));
        }
    }

    /**
     * @template T
     *
     * @param callable(): T $question
     *
     * @return T
     */
    private static function ask(callable $question): mixed
    {
        try {
            return $question();
        } catch (\RedisLockLostException $loss) {
            throw $loss; // by abort_on_loss, into whatever code runs
        } catch (\RedisLockException $exception) {
            throw new LockStorageException($exception->getMessage(), 0, $exception);
        }
    }

    private static function conflict(Key $key): LockConflictedException
    {
        return new LockConflictedException(sprintf('Another owner holds the lock "%s".', $key));
    }

    private function conflictAfterWaiting(Key $key): LockConflictedException
    {
        try {
            $label = $this->newLock($this->prefix.$key)->getHolder()?->label;
        } catch (\RedisLockConnectionException) {
            $label = null;
        }

        return new LockConflictedException(sprintf('Another owner%s has held the lock "%s" for all the time that this process waits (max_wait, %s seconds).', null === $label ? '' : " ($label)", $key, $this->maxWait));
    }

    private static function lost(Key $key): LockConflictedException
    {
        return new LockConflictedException(sprintf('The lock "%s" is not held any more: it expired, or a client removed or took it.', $key));
    }
}
