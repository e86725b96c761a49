<?php

declare(strict_types=1);

/** Loads api.php, an SDK or the double of the hooks, and the package as Composer does. */

require_once __DIR__ . '/api.php';
require_once __DIR__ . '/' . (getenv('REDISLOCK_TELEMETRY') === false ? 'double-hooks.php' : 'sdk.php');
require_once __DIR__ . '/../_register.php';

/** Returns a line for each span that has ended since the last call. */
function shown_spans(): array
{
    return array_map(function (array $span): string {
        [$name, $parent, $attributes, $status, $events] = $span;
        if (is_float($attributes['redislock.waited'] ?? null)) {
            $attributes['redislock.waited'] = 'a float';
        }
        unset($attributes['code.function.name']);
        return "$name in " . ($parent ?? 'nothing') . ' ' . json_encode([$attributes, $status, ...$events], JSON_UNESCAPED_SLASHES);
    }, spans());
}
