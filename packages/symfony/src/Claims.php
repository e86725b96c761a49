<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Semaphore\Exception\SemaphoreAcquiringException;
use Symfony\Component\Semaphore\Exception\SemaphoreExpiredException;
use Symfony\Component\Semaphore\Key as SemaphoreKey;

/**
 * The Keys of this process: those that it has acquired, and those that another process has serialized. The tokens are in the
 * Keys, so that another process can go on with them.
 *
 * @internal
 */
final class Claims
{
    private const SHARED = 'shared ';

    /** @var \WeakMap<Key|SemaphoreKey, Claim> */
    private readonly \WeakMap $claims;

    /** @var \WeakMap<Key|SemaphoreKey, int> the process in which a Key was last acquired, or taken over, with any store */
    private static \WeakMap $processes;

    /** The name of this store in a Key that several stores have saved. */
    private readonly string $name;

    /** A string, a list of strings, or null. */
    private readonly \SensitiveParameterValue $server;

    /**
     * @param string                   $store  the class of the store
     * @param string|list<string>|null $server
     */
    public function __construct(private readonly string $store, #[\SensitiveParameter] string|array|null $server, string $prefix)
    {
        $this->claims = new \WeakMap();
        $this->server = new \SensitiveParameterValue($server);
        self::$processes ??= new \WeakMap(); // @phpstan-ignore assign.propertyType (it is empty)
        $this->name = hash('xxh128', serialize([preg_replace(['#(?<=//)[^/]*@#', '#\?(?:.*&)?(db=\d+).*|\?.*#'], ['', '$1'], $server ?? ''), $prefix]));
    }

    /** @param \Closure(string, bool): (\RedisLock|\RedisSemaphore) $restore by its token, and whether it is a share of a lock */
    public function find(Key|SemaphoreKey $key, \Closure $restore): ?Claim
    {
        $process = self::$processes[$key] ?? null;
        if (null !== $process && getmypid() !== $process) {
            return null; // a forked child has a copy of its parent's Key
        }
        $claim = $this->claims[$key] ?? null;
        if (null !== $claim && !$claim->isInDoubt) {
            return $claim;
        }
        $tokens = $this->tokens($key);
        if (null === $claim) {
            // Another process may have another address for the same server.
            $token = $tokens[$this->name] ?? (null === $process && 1 === count($tokens) ? reset($tokens) : null);
            if (null === $token) {
                return null;
            }
            self::$processes[$key] = (int) getmypid();
            [$bare, $isShared] = self::parts((string) $token);
            $this->claims[$key] = $claim = new Claim($restore($bare, $isShared), $isShared);
            if ($token instanceof Token) {
                $claim->takeOverDoubt($token->claim);
            }
        }
        if ($claim->isInDoubt && isset($tokens[$this->name])) {
            $this->put($key, $claim, (string) $tokens[$this->name]);
        }

        return $claim;
    }

    /** @return array{string, bool} the token without its mark, and whether it is a share's */
    public static function parts(#[\SensitiveParameter] string $token): array
    {
        return str_starts_with($token, self::SHARED) ? [substr($token, strlen(self::SHARED)), true] : [$token, false];
    }

    public function keep(Key|SemaphoreKey $key, Claim $claim): void
    {
        $this->claims[$key] = $claim;
        self::$processes[$key] = (int) getmypid();
        $this->put($key, $claim, ($claim->isShared ? self::SHARED : '').$claim->lock->getToken());
    }

    /** Keeps a claim that a command without an answer may still end, shorten or change. */
    public function doubt(Key|SemaphoreKey $key, Claim $claim): void
    {
        $claim->isInDoubt = true;
        $this->keep($key, $claim);
    }

    /**
     * Symfony resets a Key's lifetime before a call. If the call of a holder has no answer, the lifetime is what is left of the lease of
     * before the call, or of the time for which that is renewed. A CombinedStore goes on with its other stores, whose lifetime counts.
     *
     * @template T
     *
     * @param float|null    $maxHold how long the lock is renewed; null: it is not
     * @param callable(): T $call
     *
     * @return T
     */
    public static function withinLease(Key|SemaphoreKey $key, ?Claim $claim, ?float $maxHold, callable $call): mixed
    {
        try {
            $remaining = $claim?->lock->getRemaining() ?? 0.0;
        } catch (\RedisLockException) {
            $remaining = 0.0; // another fiber is in a call of it
        }
        $end = hrtime(true) / 1e9 + $remaining;
        try {
            return $call();
        } catch (LockConflictedException|LockExpiredException|SemaphoreAcquiringException|SemaphoreExpiredException $answer) {
            throw $answer;
        } catch (\Throwable $exception) {
            if (null !== $claim && $remaining > 0.0 && !in_array(CombinedStore::class, array_column($exception->getTrace(), 'class'), true)) {
                $left = $end - hrtime(true) / 1e9;
                if (null !== $maxHold && $claim->lock->isHeld()) {
                    $left = max($left, $maxHold - $claim->age());
                }
                if (INF !== $left) {
                    $key->reduceLifetime(max(0.0, $left));
                }
            }
            throw $exception;
        }
    }

    public function forget(Key|SemaphoreKey $key): void
    {
        unset($this->claims[$key]);
        $tokens = $this->tokens($key);
        unset($tokens[$this->name]);
        [] === $tokens ? $key->removeState($this->store) : $key->setState($this->store, $tokens);
    }

    /** Writes the token into the Key, as a plain string once another process may have it. */
    private function put(Key|SemaphoreKey $key, Claim $claim, #[\SensitiveParameter] string $token): void
    {
        $tokens = $this->tokens($key);
        if ($claim->isInDoubt) {
            $inDoubt = new Token($token, $claim, $this->server);
            // It is there even if a signal handler throws in the next line.
            $key->setState($this->store, [$this->name => $inDoubt] + $tokens);
            $claim->isInDoubt = $claim->isEnding || $claim->isUnsure || null !== $inDoubt->refusal();
        }
        if (!$claim->isInDoubt) {
            $key->setState($this->store, [$this->name => $token] + $tokens);
        }
    }

    /** @return array<string, string|Token> by the name of the store */
    private function tokens(Key|SemaphoreKey $key): array
    {
        /* @var array<string, string|Token> */
        return $key->hasState($this->store) ? $key->getState($this->store) : [];
    }
}
