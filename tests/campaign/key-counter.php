<?php

declare(strict_types=1);

/** The number of keys of several-keys.php. */
const KEYS = 12;

/** The keys' hash tags are in three slots, so a set of keys may be in one, two or three. */
function key_of(int $n): string
{
    return 'account-' . $n . '{' . 'abc'[$n % 3] . '}';
}

/**
 * A counter that is changed in two steps, as a row of a database is. Each write adds a line with the new value and the writer's
 * fencing token, so a lost update shows as a value that is written twice.
 */
function read_count(string $directory, int $n): int
{
    return last_line("$directory/counter-$n")[0];
}

/** Writes the value after `$read`, unless a holder with a later fencing token has written. */
function add_one(string $directory, int $n, int $read, int $fence): void
{
    $file = fopen("$directory/counter-$n", 'c+');
    flock($file, LOCK_EX);
    if (last_line("$directory/counter-$n")[1] < $fence) {
        fseek($file, 0, SEEK_END);
        fwrite($file, ($read + 1) . " $fence\n");
    }
    fclose($file);
}

/** @return array{int, int} the value and the fencing token */
function last_line(string $path): array
{
    $size = (int) @filesize($path);
    clearstatcache();
    if ($size === 0) {
        return [0, 0];
    }
    $end = file_get_contents($path, offset: max(0, $size - 60));
    $lines = explode("\n", rtrim($end, "\n"));

    return array_map(intval(...), explode(' ', end($lines)));
}
