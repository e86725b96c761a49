<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\Symfony\Profiler\LockRecorder;
use Symfony\Component\Semaphore\Exception\InvalidArgumentException;
use Symfony\Component\Semaphore\Exception\RuntimeException;
use Symfony\Component\Semaphore\Exception\SemaphoreAcquiringException;
use Symfony\Component\Semaphore\Exception\SemaphoreExpiredException;
use Symfony\Component\Semaphore\Exception\SemaphoreReleasingException;
use Symfony\Component\Semaphore\Exception\SemaphoreStorageException;
use Symfony\Component\Semaphore\Key;
use Symfony\Component\Semaphore\PersistingStoreInterface;

/**
 * Symfony's semaphores on the extension redislock: each is a RedisSemaphore with the name "RESOURCE:semaphore". With $autoRenew its
 * permits are renewed as long as the Key lives in this process.
 */
final class RedisSemaphoreStore implements PersistingStoreInterface
{
    private readonly Claims $claims;

    private ?LockRecorder $recorder = null;

    /** A string, or null. */
    private readonly \SensitiveParameterValue $server;

    /**
     * @param string|null $server      as the extension takes it; null: the setting redislock.server
     * @param float       $lease       with $autoRenew: seconds until the permits of a crashed process are free
     * @param bool        $autoRenew   renew permits in the background while their Key lives
     * @param float       $maxWait     how long acquire() waits in the queue before it returns false
     * @param float       $maxHold     with $autoRenew: stop this many seconds after the acquisition
     * @param bool        $abortOnLoss throw RedisLockLostException into the running code when the permits are lost
     * @param string      $prefix      stands before the resource in the name of the key in Redis
     * @param string|null $label       the holder's name for clients that ask for the holders
     *
     * @throws \ValueError     an option is out of range, or the address cannot be parsed
     * @throws \LogicException the extension is not loaded
     */
    public function __construct(
        #[\SensitiveParameter] ?string $server = null,
        private readonly float $lease = 30.0,
        private readonly bool $autoRenew = false,
        private readonly float $maxWait = 0.0,
        private readonly float $maxHold = INF,
        private readonly bool $abortOnLoss = false,
        private readonly string $prefix = '',
        private readonly ?string $label = null,
    ) {
        Extension::assertLoaded();
        $this->server = new \SensitiveParameterValue($server);
        $this->claims = new Claims(self::class, $server, $prefix);
        // An error in an option must be thrown now, and not at the first semaphore.
        $this->newSemaphore(new Key('any', 1), $lease);
    }

    /** @internal for the profiler */
    public function setRecorder(LockRecorder $recorder): void
    {
        $this->recorder = $recorder;
    }

    public function save(Key $key, float $ttlInSecond): void
    {
        Claims::withinLease($key, $this->claim($key), $this->autoRenew ? $this->maxHold : null, fn () => $this->acquire($key, $ttlInSecond));
    }

    private function acquire(Key $key, float $ttlInSecond): void
    {
        try {
            $claim = $this->claim($key) ?? new Claim($this->newSemaphore($key, $this->autoRenew ? $this->lease : min(max($ttlInSecond, 0.001), 1e9)));
        } catch (\ValueError $refusal) {
            $words = ['key' => 'name', 'permits' => 'limit'];
            $reason = preg_replace_callback('/^.*\(\$(\w+)\)/', fn (array $parameter) => $words[$parameter[1]] ?? $parameter[1], $refusal->getMessage());
            throw new InvalidArgumentException(sprintf('The semaphore "%s" is refused: its %s.', (string) $key, $reason), 0, $refusal);
        }
        $wasHeld = $claim->lock->isHeld();
        if (!self::ask(fn () => $claim->acquire($this->maxWait, $this->recorder))) {
            throw new SemaphoreAcquiringException($key, sprintf('fewer than %d of its %d permits are free', $key->getWeight(), $key->getLimit()));
        }
        $this->claims->keep($key, $claim);
        try {
            // A further acquisition has the new lease.
            if (!self::ask(fn () => $claim->putOff($ttlInSecond, $this->autoRenew ? $this->lease : null))) {
                throw new SemaphoreAcquiringException($key, 'its permits were lost at once');
            }
        } catch (\Throwable $exception) {
            $wasHeld ? $this->claims->doubt($key, $claim) : $this->giveBack($key, $claim);
            throw $exception;
        }
        if ($this->autoRenew && method_exists($key, 'markUnserializable')) {
            $key->markUnserializable(self::class);
        }
    }

    /** Renewed permits keep their lease. If their Key goes without a release, they keep $ttlInSecond. */
    public function putOffExpiration(Key $key, float $ttlInSecond): void
    {
        $claim = $this->claim($key);
        $putOff = fn () => null !== $claim && self::ask(fn () => $claim->putOff($ttlInSecond, $this->autoRenew ? $this->lease : null));
        try {
            $isDone = Claims::withinLease($key, $claim, $this->autoRenew ? $this->maxHold : null, $putOff);
        } catch (\Throwable $exception) {
            null === $claim || $this->claims->doubt($key, $claim);
            throw $exception;
        }
        if (!$isDone) {
            throw new SemaphoreExpiredException($key, 'its permits are not held any more');
        }
    }

    public function delete(Key $key): void
    {
        $claim = $this->claim($key);
        if (null === $claim) {
            return;
        }
        $claim->isEnding = true;
        $this->claims->doubt($key, $claim);
        try {
            $claim->release();
        } catch (\RedisLockException $exception) {
            throw new SemaphoreReleasingException($key, rtrim($exception->getMessage(), '.'));
        } finally {
            $claim->isEnding = false;
        }
        $this->claims->forget($key);
    }

    public function exists(Key $key): bool
    {
        $claim = $this->claim($key);

        return null !== $claim && self::ask($claim->lock->isOwned(...));
    }

    /** Releases, because Symfony's Semaphore releases only what save() has acquired for it. */
    private function giveBack(Key $key, Claim $claim): void
    {
        try {
            $claim->release();
        } catch (\RedisLockException) {
            // The extension deletes it at the next contact.
        }
        $this->claims->forget($key);
    }

    /** Returns this process's claim on a Key that it has acquired, or that another process has serialized. */
    private function claim(Key $key): ?Claim
    {
        return $this->claims->find($key, fn (#[\SensitiveParameter] string $token) => \RedisSemaphore::restore(
            $this->name($key),
            $token,
            $key->getLimit(),
            $this->autoRenew ? $this->lease : 300.0,
            $this->server->getValue(),
            weight: $key->getWeight(),
            autoRenew: $this->autoRenew,
            maxHold: $this->maxHold,
            abortOnLoss: $this->abortOnLoss,
            autoRelease: false,
        ));
    }

    private function newSemaphore(Key $key, float $lease): \RedisSemaphore
    {
        return new \RedisSemaphore(
            $this->name($key),
            $key->getLimit(),
            $lease,
            $this->maxWait,
            $this->server->getValue(),
            $key->getWeight(),
            $this->autoRenew,
            $this->maxHold,
            $this->abortOnLoss,
            autoRelease: false,
            label: $this->label,
        );
    }

    /** A lock of the same resource is another key. */
    private function name(Key $key): string
    {
        return "$this->prefix$key:semaphore";
    }

    /** @param callable(): bool $question */
    private static function ask(callable $question): bool
    {
        try {
            return $question();
        } catch (\RedisLockConnectionException $exception) {
            $class = class_exists(SemaphoreStorageException::class) ? SemaphoreStorageException::class : RuntimeException::class;
            throw new $class($exception->getMessage(), 0, $exception);
        }
    }
}
