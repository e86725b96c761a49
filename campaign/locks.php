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

/** @return array<string, int> by key: how much weight may be held at once */
function capacities(): array
{
    $capacities = ['exclusive' => WHOLE, 'shared' => WHOLE, 'permits' => ALL_PERMITS];
    for ($n = 0; $n < SEVERAL_KEYS; $n++) {
        $capacities[several_key($n)] = WHOLE;
    }
    return $capacities;
}
