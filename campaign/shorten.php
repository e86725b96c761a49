<?php

declare(strict_types=1);

/**
 * Makes a short history of a long one: shorten.php <history.jsonl> [<seconds before> [<seconds after>]]. Keeps the acquisitions around the
 * first broken promise, whole, and what the servers wrote with their tokens. Prints the short history, in which both checkers find the same
 * promises broken as in the long one; if there is none, more seconds have to be kept.
 */

require_once __DIR__ . '/judge.php';

[, $path] = $argv;
$before = (float) ($argv[2] ?? 1.0);
$after = (float) ($argv[3] ?? 0.5);
$found = judge($path);
$lines = array_filter(array_map(fn(string $line) => json_decode($line, true), file($path)));
$examples = array_merge(...array_values($found['intervals']['examples']), ...array_values($found['histories']['examples']));
$times = array_map(fn(array $example) => $example['answered'] ?? $example['t'] ?? $example[0]['t'] ?? PHP_INT_MAX, $examples);
$time = $times === [] ? $lines[0]['t'] + 2_000_000_000 : min($times);
[$from, $until] = [$time - $before * 1e9, $time + $after * 1e9];

// An acquisition is kept whole if any of its events is in the window.
$acquisition = fn(array $event) => isset($event['n']) ? "{$event['p']}#{$event['n']}" : null;
$kept = [];
foreach ($lines as $event) {
    if ($event['t'] >= $from && $event['t'] <= $until && $acquisition($event) !== null) {
        $kept[$acquisition($event)] = true;
    }
}
$tokens = [];
foreach ($lines as $event) {
    if (isset($event['token']) && isset($kept[$acquisition($event)])) {
        $tokens[$event['token']] = true;
    }
}
$isAboutKept = function (array $command) use ($tokens): bool {
    static $present = [];
    [$name, $key] = $command;
    $isKept = $name === 'SET' ? isset($tokens[$command[2]]) : in_array($name, ['DEL', 'UNLINK', 'PEXPIREAT'], true) && isset($present[$key]);
    if ($name === 'SET' && $isKept) {
        $present[$key] = true;
    } elseif ($name !== 'PEXPIREAT') {
        unset($present[$key]);
    }
    return $isKept;
};
foreach ($lines as $event) {
    $name = $acquisition($event);
    $isKept = match (true) {
        in_array($event['e'], ['run', 'synced', 'remains', 'unavailable', 'end'], true) => true,
        $name !== null => isset($kept[$name]),
        isset($event['command']) => $isAboutKept($event['command']),
        default => $event['t'] >= $from - 1e9 && $event['t'] <= $until,
    };
    $isKept && print json_encode($event, JSON_UNESCAPED_SLASHES) . "\n";
}
