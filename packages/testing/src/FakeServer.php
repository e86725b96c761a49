<?php

declare(strict_types=1);

namespace RedisLock\Testing;

/**
 * The keys of all fake locks of this process, and a clock that only a test moves.
 *
 * @internal
 */
final class FakeServer
{
    /** @var array<string, array{isShared: bool, holders: array<string, array{until: float, label: ?string}>}> */
    public array $keys = [];

    /** @var array<string, int> by key: the last fencing token */
    public array $fences = [];

    /** @var array<string, true> keys whose next holder loses its lock when its work ends */
    public array $losing = [];

    /** @var list<string> the keys that were acquired, in this order */
    public array $acquired = [];

    /** @var array<string, int> the integers of stats() */
    public array $stats = ['acquired' => 0, 'contended' => 0, 'timeouts' => 0, 'released' => 0, 'lost' => 0, 'renewed' => 0,
        'attempts' => 0, 'reconnects' => 0, 'errors' => 0];

    public float $waited = 0.0;

    public float $now = 0.0;

    public bool $isAway = false;

    /**
     * Returns the holders of a key.
     *
     * @return array<string, array{until: float, label: ?string}> by token
     */
    public function holders(string $key): array
    {
        $holders = array_filter($this->keys[$key]['holders'] ?? [], fn(array $holder): bool => $holder['until'] > $this->now);
        if ($holders === []) {
            unset($this->keys[$key]);
        } else {
            $this->keys[$key]['holders'] = $holders;
        }
        return $holders;
    }

    public function take(string $key, string $token, bool $isShared, float $ttl, ?string $label): bool
    {
        $holders = $this->holders($key);
        $isFree = $holders === [] || isset($holders[$token]) || ($isShared && $this->keys[$key]['isShared']);
        if ($isFree) {
            $this->keys[$key]['isShared'] = $isShared;
            $this->keys[$key]['holders'][$token] = ['until' => $this->now + $ttl, 'label' => $label];
        }
        return $isFree;
    }
}
