<?php

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\ArrayLock as LaravelArrayLock;
use Illuminate\Support\Carbon;
use RedisLockHolder;
use ReflectionProperty;

/** A lock in memory for tests. No time passes but Carbon's, so nothing is renewed, and nothing is lost. */
class ArrayLock extends LaravelArrayLock
{
    protected bool $isShared = false;

    protected ?int $fence = null;

    public function __construct(private readonly ArrayStore $double, string $name, int $seconds, ?string $owner = null)
    {
        parent::__construct($double, $name, $seconds, $owner);
    }

    public function renew(?float $lease = null, ?float $maxHold = null): static
    {
        return $this;
    }

    public function abortOnLoss(): static
    {
        return $this;
    }

    public function shared(): static
    {
        $this->isShared = true;

        return $this;
    }

    public function acquire(): bool
    {
        $readers = $this->readers();
        if ($readers === [] || ! $this->isShared) {
            if (! parent::acquire()) {
                return false;
            }
            $this->fence = $this->isShared ? null : $this->double->fences[$this->name] = ($this->double->fences[$this->name] ?? 0) + 1;
        }
        if ($this->isShared) {
            $this->keep([...$readers, $this->owner => $this->end($this->seconds)]);
        }

        return true;
    }

    public function release(): bool
    {
        $readers = $this->readers();
        if ($readers === []) {
            return parent::release();
        }
        if (! isset($readers[$this->owner])) {
            return false;
        }
        unset($readers[$this->owner]);
        $this->keep($readers);

        return true;
    }

    /** @param  int|null  $seconds */
    public function refresh($seconds = null): bool
    {
        if (! $this->isOwnedByCurrentProcess()) {
            return false;
        }
        $end = $this->end($seconds ?? $this->seconds);
        $readers = $this->readers();
        if ($readers === []) {
            $this->store->locks[$this->name]['expiresAt'] = $end;
        } else {
            $this->keep([...$readers, $this->owner => $end]);
        }

        return true;
    }

    public function isLocked(): bool
    {
        return $this->getCurrentOwner() !== null;
    }

    /** @param  string|null  $owner */
    public function isOwnedBy($owner): bool
    {
        return $this->getCurrentOwner() === $owner;
    }

    public function getHolder(): ?RedisLockHolder
    {
        $owner = $this->getCurrentOwner();
        if ($owner === null) {
            return null;
        }
        $holder = new RedisLockHolder;
        $end = $this->readers()[$owner] ?? $this->store->locks[$this->name]['expiresAt'];
        foreach (['label' => null, 'remaining' => $end === null ? INF : Carbon::now()->diffInMilliseconds($end, false) / 1000, 'isOwn' => $owner === $this->owner] as $name => $value) {
            (new ReflectionProperty($holder, $name))->setValue($holder, $value);
        }

        return $holder;
    }

    public function forceRelease(): void
    {
        unset($this->double->readers[$this->name]);
        parent::forceRelease();
    }

    public function getKey(): string
    {
        return $this->name;
    }

    public function countWaiters(): int
    {
        return 0;
    }

    /** Returns the number of the acquisition, in the place of a fencing token. */
    public function getFence(): ?int
    {
        return $this->fence;
    }

    /** Of read locks: this one's, if it is held, or else that of the first. */
    protected function getCurrentOwner(): ?string
    {
        $lock = $this->store->locks[$this->name] ?? null;
        if ($lock === null || $lock['expiresAt']?->isPast()) {
            return null;
        }
        $readers = $this->readers();

        return isset($readers[$this->owner]) ? $this->owner : $lock['owner'];
    }

    /** @return array<string, Carbon|null> the end of each read lock that is held, by its owner */
    private function readers(): array
    {
        return array_filter($this->double->readers[$this->name] ?? [], fn (?Carbon $end): bool => ! $end?->isPast());
    }

    /** @param  array<string, Carbon|null>  $readers */
    private function keep(array $readers): void
    {
        $this->double->readers[$this->name] = $readers;
        if ($readers === []) {
            $this->forceRelease();

            return;
        }
        $last = in_array(null, $readers, true) ? null : max($readers);
        $this->double->locks[$this->name] = ['owner' => array_key_first($readers), 'expiresAt' => $last];
    }

    private function end(int $seconds): ?Carbon
    {
        return $seconds === 0 ? null : Carbon::now()->addSeconds($seconds);
    }
}
