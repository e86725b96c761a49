<?php

declare(strict_types=1);

/**
 * The schedule of faults. It depends on the kind of server, the seed and the length, and on nothing else, so the same seed makes the
 * same schedule on every machine.
 */

/** The clients of a run, by the kind of lock that they compete for. */
const LOCKS = ['exclusive', 'shared', 'permits', 'several'];
const CLIENTS_OF_A_LOCK = 4;

/** The longest time in ms between two faults. */
const LONGEST_PAUSE = 240;

/** The faults of every kind of server: how often each is drawn, and its longest time in ms. */
const FAULTS = [
    'client killed' => [6, 0],
    'client suspended' => [8, 2_500],
    'client interrupted' => [20, 0],
    'server suspended' => [2, 700],
    'connections cut' => [3, 0],
    'commands paused' => [2, 400],
    'scripts flushed' => [2, 0],
    'memory full' => [1, 300],
    'permissions taken' => [1, 600],
];

/** The faults that only some kinds of servers have. */
const FURTHER_FAULTS = [
    'tcp' => ['server restarted' => [1, 0]],
    'unix' => ['server restarted' => [1, 0]],
    'tls' => ['server restarted' => [1, 0]],
    'quorum-3' => ['server restarted' => [1, 0]],
    'quorum-5' => ['server restarted' => [1, 0]],
    'sentinel' => ['failover' => [1, 0]],
    'cluster' => ['slot moved' => [2, 0], 'failover' => [1, 0]],
];

/** @return list<string> the kinds of locks that a kind of server has */
function locks_of(string $kind): array
{
    return array_values(array_diff(LOCKS, str_starts_with($kind, 'quorum') ? ['permits'] : []));
}

/**
 * @param list<string> $locks
 * @return list<string>
 */
function client_names(array $locks): array
{
    $names = [];
    foreach ($locks as $lock) {
        for ($n = 0; $n < CLIENTS_OF_A_LOCK; $n++) {
            $names[] = "$lock-$n";
        }
    }
    return $names;
}

/**
 * Returns the faults in the order of their times. `for` is in ms; `choice` is a number from which a fault of servers chooses one.
 *
 * @param list<string>|null $locks those that have clients; null: all of this kind of server
 * @param list<string>|null $only the faults to choose from; null: all of this kind of server
 * @return list<array{at: int, fault: string, client?: string, for?: int, choice?: int}> `at`: ms after the start
 */
function schedule(string $kind, int $seed, float $seconds, ?array $locks = null, ?array $only = null, int $longestPause = LONGEST_PAUSE): array
{
    $random = new Random\Randomizer(new Random\Engine\Mt19937($seed));
    $clients = client_names($locks ?? locks_of($kind));
    $faults = FAULTS + (FURTHER_FAULTS[$kind] ?? []);
    $only === null || $faults = array_intersect_key($faults, array_flip($only));
    if ($faults === []) {
        return [];
    }
    $urn = [];
    foreach ($faults as $fault => [$share]) {
        array_push($urn, ...array_fill(0, $share, $fault));
    }
    $schedule = [];
    // The first half second is without faults, so that every client has begun, and so is the last one.
    for ($at = 500 + $random->getInt(1, 60); $at < $seconds * 1e3 - 500; $at += $random->getInt(5, $longestPause)) {
        $fault = $urn[$random->getInt(0, count($urn) - 1)];
        $longest = $faults[$fault][1];
        $entry = ['at' => $at, 'fault' => $fault];
        $entry += str_starts_with($fault, 'client ')
            ? ['client' => $clients[$random->getInt(0, count($clients) - 1)]]
            : ['choice' => $random->getInt(0, 1_000_000)];
        $schedule[] = $entry + ($longest > 0 ? ['for' => $random->getInt(1, $longest)] : []);
    }
    return $schedule;
}
