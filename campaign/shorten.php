<?php

declare(strict_types=1);

/**
 * Makes a short history of a long one: shorten.php <history.jsonl> [<seconds before> [<seconds after>]]. Keeps the acquisitions around the
 * first broken promise of each checker, whole, and what the servers wrote with their tokens, or with tokens of no acquisition. Prints the
 * short history. If a checker finds other promises broken in it than in the long one, more seconds have to be kept.
 */

require_once __DIR__ . '/judge.php';

[, $path] = $argv;
$before = (float) ($argv[2] ?? 1.0);
$after = (float) ($argv[3] ?? 0.5);
$found = judge($path);
$lines = array_filter(array_map(fn(string $line) => json_decode($line, true), file($path)));
// The first broken promise of each checker; in a sound history, what is two seconds after its beginning.
$windows = [];
foreach (['intervals', 'histories'] as $checker) {
    $examples = array_merge(...array_values($found[$checker]['examples']), ...[[]]);
    $times = array_map(fn(array $example) => $example['answered'] ?? $example['t'] ?? $example[0]['t'], $examples);
    $times === [] || $windows[] = [min($times) - $before * 1e9, min($times) + $after * 1e9];
}
$windows = $windows ?: [[$lines[0]['t'] + 2e9 - $before * 1e9, $lines[0]['t'] + 2e9 + $after * 1e9]];
$isInWindow = function (int $time) use ($windows): bool {
    foreach ($windows as [$from, $until]) {
        if ($time >= $from && $time <= $until) {
            return true;
        }
    }
    return false;
};

// An acquisition is kept whole if any of its events is in the window.
$acquisition = fn(array $event) => isset($event['n']) ? "{$event['p']}#{$event['n']}" : null;
$kept = [];
foreach ($lines as $event) {
    if ($acquisition($event) !== null && $isInWindow($event['t'])) {
        $kept[$acquisition($event)] = true;
    }
}
$tokens = [];
foreach ($lines as $event) {
    if (isset($event['token']) && isset($kept[$acquisition($event)])) {
        $tokens[$event['token']] = true;
    }
}
$claimed = array_flip(array_filter(array_column($lines, 'token')));
$isAboutKept = function (array $command, bool $isInWindow) use ($tokens, $claimed): bool {
    static $present = [];
    [$name, $key] = $command;
    $isKept = $name === 'SET' ? isset($tokens[$command[2]]) || $isInWindow && !isset($claimed[$command[2]]) : in_array($name, ['DEL', 'UNLINK'], true) && isset($present[$key]);
    if ($name === 'SET' && $isKept) {
        $present[$key] = true;
    } else {
        unset($present[$key]);
    }
    return $isKept;
};
foreach ($lines as $event) {
    $name = $acquisition($event);
    $isKept = match (true) {
        in_array($event['e'], ['run', 'synced', 'unavailable', 'end'], true) => true,
        $event['e'] === 'remains' => $event['ms'] === -1,
        $name !== null => isset($kept[$name]),
        isset($event['command']) => $isAboutKept($event['command'], $isInWindow($event['t'])),
        default => $isInWindow($event['t']),
    };
    $isKept && print json_encode($event, JSON_UNESCAPED_SLASHES) . "\n";
}
