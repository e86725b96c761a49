<?php

declare(strict_types=1);

/** The locks of a run: their keys and capacities. */

/** The weight of an exclusive lock; a shared one has the weight 1. */
const WHOLE = 1_000;
/** The number of permits of the semaphore. */
const ALL_PERMITS = 5;
const SEVERAL_KEYS = 6;
/** The number of keys, or of sets of keys, of each kind of lock: the first is for long holds, the others are for bursts. */
const PLACES = 3;

/** The keys' hash tags are in two slots, so a set of keys may be in one or two. */
function several_key(int $n): string
{
    return "several-$n{" . 'ab'[$n % 2] . '}';
}

/** @return list<string> the keys at a place of a kind of lock */
function keys_at(string $lock, int $place): array
{
    return $lock === 'several'
        ? array_map(several_key(...), range($place * SEVERAL_KEYS, ($place + 1) * SEVERAL_KEYS - 1))
        : [$place === 0 ? $lock : "$lock-$place"];
}

/**
 * @param list<string> $locks the kinds of locks
 * @return array<string, int> by key: how much weight may be held at once
 */
function capacities(array $locks): array
{
    $capacities = [];
    foreach ($locks as $lock) {
        foreach (array_merge(...array_map(fn(int $place) => keys_at($lock, $place), range(0, PLACES - 1))) as $key) {
            $capacities[$key] = $lock === 'permits' ? ALL_PERMITS : WHOLE;
        }
    }
    return $capacities;
}
