<?php

/**
 * Compares two files of "bench/run.sh all", and names each figure that became greater by more than the noise.
 *
 *     compare.php OLD NEW
 *
 * Of each figure, less is better. Its noise is what its passes show: it became greater if the least of the new values is above the
 * greatest of the old ones. A figure with one value in a file has no noise there: then a tenth of it counts as its noise.
 * The exit status is 1 if a figure became greater, and 2 if the files cannot be compared.
 */

declare(strict_types=1);

const NOISE_OF_ONE_VALUE = 0.1;

function fail(string $why): never
{
    fwrite(STDERR, "bench: $why\n");
    exit(2);
}

/** @return array<string, array{unit: string, values: list<float>}> */
function figures_of(string $file): array
{
    $all = json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);

    return $all['figures'] ?? fail("$file has no figures: bench/run.sh all writes them");
}

/** The least and the greatest value. @return array{float, float} */
function ends(array $values): array
{
    $noise = count($values) === 1 ? NOISE_OF_ONE_VALUE : 0.0;

    return [min($values) * (1 - $noise), max($values) * (1 + $noise)];
}

function median(array $values): float
{
    sort($values);

    return (float) $values[intdiv(count($values), 2)];
}

isset($argv[2]) || fail('compare OLD NEW: two files of bench/run.sh all');
[$old, $new] = [figures_of($argv[1]), figures_of($argv[2])];
$changed = ['greater' => [], 'less' => []];
foreach (array_intersect_key($new, $old) as $name => ['unit' => $unit, 'values' => $values]) {
    [$least, $greatest] = ends($values);
    [$old_least, $old_greatest] = ends($old[$name]['values']);
    $how = $least > $old_greatest ? 'greater' : ($greatest < $old_least ? 'less' : null);
    if ($how !== null) {
        [$before, $after] = [median($old[$name]['values']), median($values)];
        $changed[$how][$name] = sprintf('%s: %g → %g %s (%+.0f %%)', $name, $before, $after, $unit, $before > 0 ? 100 * ($after / $before - 1) : INF);
    }
}
foreach ($changed as $how => $lines) {
    printf("%s by more than the noise: %d of %d\n%s", ucfirst($how), count($lines), count(array_intersect_key($new, $old)), implode('', array_map(fn(string $line) => "  $line\n", $lines)));
}
foreach (['only in the old file' => array_diff_key($old, $new), 'only in the new file' => array_diff_key($new, $old)] as $where => $some) {
    $some === [] || printf("%d %s\n", count($some), $where);
}
exit($changed['greater'] === [] ? 0 : 1);
