<?php

/**
 * Makes one file of the figures of all passes of "bench/run.sh all".
 *
 *     collect.php FIGURES FILE REDIS_VERSION COMMIT
 *
 * FIGURES has a JSON object a line, by figure(). FILE gets a JSON object: the date, the versions, the machine, and for each figure its
 * unit and its value in each pass.
 */

declare(strict_types=1);

[, $from, $to, $redis, $commit] = $argv;
$figures = [];
foreach (file($from, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] as $line) {
    ['name' => $name, 'value' => $value, 'unit' => $unit] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    $figures[$name]['unit'] = $unit;
    $figures[$name]['values'][] = round($value, 4);
}
$figures !== [] || exit(1);
preg_match('/^model name\s*:\s*(.*)$/m', (string) @file_get_contents('/proc/cpuinfo'), $processor);
$all = [
    'date' => date('Y-m-d'),
    'commit' => $commit,
    'php' => PHP_VERSION,
    'redis' => $redis,
    'system' => php_uname('s') . ' ' . php_uname('r') . ', ' . ($processor[1] ?? php_uname('m')) . ', ' . trim((string) shell_exec('nproc')) . ' processors',
    'figures' => $figures,
];
file_put_contents($to, json_encode($all, JSON_PRETTY_PRINT | JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) . "\n");
