<?php

declare(strict_types=1);

namespace RedisLock\Testing;

use Error;
use LogicException;
use RedisLockConnectionException;
use RedisLockException;
use RedisLockLostException;
use RedisLockTimeoutException;
use SensitiveParameter;
use ValueError;

/**
 * A RedisLock in memory, with the same methods: several objects of one key exclude each other in this process. It never sleeps, and needs
 * neither a server nor the extension. A test says what happens to it: lockElsewhere(), lose(), loseNext(), serverIsAway(), advance().
 *
 * Not like a RedisLock: isHeld() knows of a loss at once, nothing renews a lease or throws into running code, and the
 * listener of listen() is never called.
 */
final class FakeRedisLock
{
    private static ?FakeServer $server = null;

    private ?string $current;

    private ?int $fence = null;

    private float $waited = 0.0;

    private bool $isOurs = false;

    /** @param string|list<string>|null $server */
    public function __construct(
        private string $key,
        private float $ttl = 30.0,
        private float $wait = 10.0,
        #[SensitiveParameter] string|array|null $server = null,
        bool $autoRenew = false,
        float $maxHold = INF,
        bool $abortOnLoss = false,
        private bool $fenced = false,
        float $retryInterval = 0.1,
        int $replicas = 0,
        #[SensitiveParameter] private ?string $token = null,
        private bool $autoRelease = true,
        private ?string $label = null,
        bool $confirmRelease = true,
        private bool $shared = false,
    ) {
        $key !== '' || throw new ValueError('RedisLock::__construct(): Argument #1 ($key) cannot be empty');
        $ttl >= 0.001 && $ttl <= 1e9 || throw new ValueError('RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9');
        $wait >= 0 || throw new ValueError('RedisLock::__construct(): Argument #3 ($wait) must be 0 or greater');
        $this->current = $token;
    }

    /** @param string|list<string>|null $server */
    public static function restore(
        string $key,
        #[SensitiveParameter] string $token,
        float $ttl = 30.0,
        #[SensitiveParameter] string|array|null $server = null,
        float $wait = 10.0,
        bool $autoRenew = false,
        float $maxHold = INF,
        bool $abortOnLoss = false,
        bool $fenced = false,
        float $retryInterval = 0.1,
        int $replicas = 0,
        bool $autoRelease = true,
        bool $confirmRelease = true,
        bool $shared = false,
    ): self {
        return new self($key, $ttl, $wait, null, $autoRenew, $maxHold, $abortOnLoss, $fenced, $retryInterval, $replicas, $token,
            $autoRelease, null, $confirmRelease, $shared);
    }

    // What a test says.

    /**
     * Makes every "new RedisLock" of this process a fake, and declares the exceptions. Only without the extension; with it, your code needs
     * a function of its own that makes the lock.
     */
    public static function replaceRedisLock(): void
    {
        !class_exists('RedisLock') || is_a('RedisLock', self::class, true)
            || throw new LogicException('the extension redislock, or its stub, is loaded: run this test without it (php -n)');
        self::reset();
        class_exists('RedisLock') || class_alias(self::class, 'RedisLock');
        class_exists('RedisLockHolder') || class_alias(FakeRedisLockHolder::class, 'RedisLockHolder');
    }

    /** Forgets every lock, and all that a test said. */
    public static function reset(): void
    {
        class_exists('RedisLockException') || require __DIR__ . '/exceptions.php';
        self::$server = new FakeServer();
    }

    /** Another client takes a key, for $ttl seconds of the fake clock; a holder in this process loses it. */
    public static function lockElsewhere(string $key, float $ttl = INF, ?string $label = null): void
    {
        self::lose($key);
        self::server()->take($key, 'another client', false, $ttl, $label);
    }

    /** The other client releases a key. */
    public static function releaseElsewhere(string $key): void
    {
        unset(self::server()->keys[$key]['holders']['another client']);
    }

    /** Every holder of a key loses its lock now, as if the key had been deleted. */
    public static function lose(string $key): void
    {
        unset(self::server()->keys[$key]);
    }

    /** The next holder of a key loses its lock when the work of synchronized() ends, or before its release(). */
    public static function loseNext(string $key): void
    {
        self::server()->losing[$key] = true;
    }

    /** From now on every call that asks the server throws RedisLockConnectionException; with false, none does. */
    public static function serverIsAway(bool $isAway = true): void
    {
        self::server()->isAway = $isAway;
    }

    /** Moves the clock of all leases. */
    public static function advance(float $seconds): void
    {
        self::server()->now += $seconds;
    }

    /** Returns whether a key is locked, by any client. */
    public static function isKeyLocked(string $key): bool
    {
        return self::server()->holders($key) !== [];
    }

    /** @return list<string> the keys that were acquired since reset(), in this order */
    public static function acquiredKeys(): array
    {
        return self::server()->acquired;
    }

    // What RedisLock has.

    public function acquire(?float $wait = null): bool
    {
        return $this->attempt($wait ?? $this->wait);
    }

    public function tryAcquire(): bool
    {
        return $this->attempt(0.0);
    }

    public function release(): bool
    {
        $server = $this->ask('release');
        if (isset($server->losing[$this->key]) && $this->isHeld()) {
            unset($server->losing[$this->key], $server->keys[$this->key]);
        }
        $wasOurs = $this->isOwned();
        if ($wasOurs) {
            unset($server->keys[$this->key]['holders'][(string) $this->current]);
        }
        if ($this->isOurs) {
            $server->stats[$wasOurs ? 'released' : 'lost']++;
        }
        $this->isOurs = false;
        $this->fence = null;
        return $wasOurs;
    }

    public function refresh(?float $ttl = null): bool
    {
        $this->ask('refresh');
        $this->ttl = $ttl ?? $this->ttl;
        if (!$this->isOwned()) {
            return $this->isOurs = false;
        }
        return $this->isOurs = self::server()->take($this->key, (string) $this->current, $this->shared, $this->ttl, $this->label);
    }

    public function synchronized(callable $work, ?float $wait = null): mixed
    {
        $this->acquire($wait) || throw new RedisLockTimeoutException("Cannot acquire lock \"$this->key\" in time: another owner holds it");
        $result = null;
        try {
            $result = $work($this);
        } finally {
            // An exception of the work goes on, also if the lock was lost.
            $wasOurs = $this->release();
        }
        $wasOurs || throw new RedisLockLostException("Lock \"$this->key\" was lost before the end of the work");
        return $result;
    }

    public function detach(): string
    {
        $this->current !== null && ($this->isOurs || $this->token !== null)
            || throw new RedisLockException("Cannot detach lock \"$this->key\": it was never acquired, or was given back");
        $this->isOurs = false;
        return $this->current;
    }

    public function forceRelease(): bool
    {
        $wasLocked = $this->isLocked();
        self::lose($this->key);
        return $wasLocked;
    }

    public function isHeld(): bool
    {
        return $this->isOurs && isset(self::server()->holders($this->key)[(string) $this->current]);
    }

    public function isOwned(): bool
    {
        $isOwned = isset($this->ask('check')->holders($this->key)[(string) $this->current]);
        $this->isOurs = $this->isOurs || ($isOwned && $this->token !== null);
        return $isOwned;
    }

    public function isLocked(): bool
    {
        return $this->ask('check')->holders($this->key) !== [];
    }

    public function getHolder(): ?FakeRedisLockHolder
    {
        $holders = $this->ask('check')->holders($this->key);
        if ($holders === []) {
            return null;
        }
        $isOwn = isset($holders[(string) $this->current]);
        $holder = $holders[$isOwn ? (string) $this->current : array_key_last($holders)];
        return new FakeRedisLockHolder($holder['label'], $holder['until'] - self::server()->now, $isOwn);
    }

    public function getKey(): string
    {
        return $this->key;
    }

    public function getToken(): ?string
    {
        return $this->current;
    }

    public function getFence(): ?int
    {
        return $this->fence;
    }

    public function getTtl(): float
    {
        return $this->ttl;
    }

    public function getRemaining(): float
    {
        return $this->isHeld() ? self::server()->holders($this->key)[(string) $this->current]['until'] - self::server()->now : 0.0;
    }

    public function getWaited(): float
    {
        return $this->waited;
    }

    public static function setPoll(?callable $poll): void {}

    public static function listen(?callable $listener): void {}

    /** @return array<string, int|float> */
    public static function stats(): array
    {
        $server = self::server();
        return $server->stats + ['wait_seconds' => $server->waited, 'connections' => 0, 'held' => 0, 'waiting' => 0, 'hold_seconds' => 0.0];
    }

    public function __destruct()
    {
        if ($this->autoRelease && $this->isOurs && !self::server()->isAway) {
            $this->release();
        }
    }

    public function __clone()
    {
        throw new Error('a lock cannot be cloned');
    }

    /** A wait ends at once: no other process can release the key. */
    private function attempt(float $wait): bool
    {
        $wait >= 0 || throw new ValueError('RedisLock::acquire(): Argument #1 ($wait) must be 0 or greater');
        $server = $this->ask('acquire');
        $isRenewal = $this->isHeld();
        if (!$isRenewal) {
            $this->isOurs = false;
            $label = $this->label === null ? '' : ":$this->label";
            $this->current = $this->token ?? bin2hex(random_bytes(16)) . $label;
        }
        $server->stats['attempts']++;
        $isTaken = $server->take($this->key, (string) $this->current, $this->shared, $this->ttl, $this->label);
        $this->waited = $isTaken ? 0.0 : $wait;
        $server->waited += $this->waited;
        if (!$isTaken) {
            $server->stats['contended']++;
            $server->stats['timeouts'] += $wait > 0 ? 1 : 0;
        } elseif (!$isRenewal) {
            $server->stats['acquired']++;
            $server->acquired[] = $this->key;
            if ($this->fenced) {
                $last = $server->fences[$this->key] ?? 0;
                $this->fence = $this->shared ? ($last ?: null) : $server->fences[$this->key] = $last + 1;
            }
        }
        return $this->isOurs = $isTaken;
    }

    private function ask(string $what): FakeServer
    {
        !self::server()->isAway || throw new RedisLockConnectionException("Cannot $what lock \"$this->key\": the fake server is away");
        return self::server();
    }

    private static function server(): FakeServer
    {
        self::$server ?? self::reset();
        return self::$server;
    }
}
