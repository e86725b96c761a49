<?php

declare(strict_types=1);

/** The locks of a run: their keys and capacities. */

/** The weight of an exclusive lock; a shared one has the weight 1. */
const WHOLE = 1_000;
/** The number of permits of the semaphore. */
const ALL_PERMITS = 5;
const SEVERAL_KEYS = 6;

/** The keys' hash tags are in two slots, so a set of keys may be in one or two. */
function several_key(int $n): string
{
    return "several-$n{" . 'ab'[$n % 2] . '}';
}

/**
 * @param list<string> $locks the kinds of locks
 * @return array<string, int> by key: how much weight may be held at once
 */
function capacities(array $locks): array
{
    $capacities = [];
    foreach ($locks as $lock) {
        foreach ($lock === 'several' ? array_map(several_key(...), range(0, SEVERAL_KEYS - 1)) : [$lock] as $key) {
            $capacities[$key] = $lock === 'permits' ? ALL_PERMITS : WHOLE;
        }
    }
    return $capacities;
}
