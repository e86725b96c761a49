<?php

declare(strict_types=1);

/** Notes a figure for "bench/run.sh all", which names the file in REDISLOCK_FIGURES. Of each figure, less is better. */
function figure(string $name, float $value, string $unit = ''): void
{
    $file = getenv('REDISLOCK_FIGURES');
    if ($file !== false && is_finite($value)) {
        $line = json_encode(['name' => $name, 'value' => $value, 'unit' => $unit], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        file_put_contents($file, "$line\n", FILE_APPEND);
    }
}

/** Notes the figure that a text of duration() and the like begins with: "1.23 ms (…)", "1.23 ms, 4.56 ms", "0.2 % (…)", "13". */
function figure_of_text(string $name, string $text): void
{
    if (preg_match('/^([\d.]+)(?: (µs|ms|s|%))?+(?: |\(|,|$)/', $text, $found)) {
        [$value, $unit] = [(float) $found[1], $found[2] ?? ''];
        $microseconds = ['µs' => 1, 'ms' => 1e3, 's' => 1e6][$unit] ?? null;
        $microseconds === null ? figure($name, $value, $unit) : figure($name, $value * $microseconds, 'µs');
    }
}
