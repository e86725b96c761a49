<?php

declare(strict_types=1);

/**
 * Has both checkers judge a history.
 *
 * @return array{broken: int, intervals: array, histories: array}
 */
function judge(string $path): array
{
    $history = escapeshellarg($path);
    $results = [];
    $checkers = [
        'intervals' => escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/check-intervals.php'),
        'histories' => 'python3 ' . escapeshellarg(__DIR__ . '/check_histories.py'),
    ];
    foreach ($checkers as $checker => $command) {
        exec("$command $history", $lines, $code);
        $results[$checker] = json_decode(implode("\n", $lines), true) ?? throw new RuntimeException("the checker of $checker ended with $code");
        $lines = [];
    }
    $broken = array_sum(array_map(fn(array $result) => array_sum($result['broken']), $results));

    return ['broken' => $broken] + $results;
}

/** Prints a line about what was done, and the broken promises. */
function print_result(array $result): void
{
    $found = $result['intervals'];
    printf(
        "%s, seed %d, %.1f s: %d acquisitions of %d attempts, %d faults, %d of the network; longest free while a process waited %.3f s; %d broken, %d excluded\n",
        $result['kind'], $result['seed'], $result['seconds'], $found['acquisitions'], $found['attempts'], array_sum($found['faults']),
        array_sum($found['network']), $found['longest free while a process waited'], $result['broken'], array_sum($found['excluded']),
    );
    foreach (['intervals', 'histories'] as $checker) {
        foreach ($result[$checker]['broken'] as $promise => $times) {
            echo "  broken $times times, says the checker of $checker: $promise\n";
            foreach ($result[$checker]['examples'][$promise] as $example) {
                echo '    ', json_encode($example, JSON_UNESCAPED_SLASHES), "\n";
            }
        }
    }
    foreach ($found['excluded'] as $promise => $times) {
        echo "  not promised, and $times times not kept: $promise\n";
    }
}

function print_search(string $class, float $seconds, array $result): void
{
    echo $result['broken'] === 0 ? "$class: nothing found in $seconds s\n" : "$class: found within $seconds s\n";
    foreach (['intervals', 'histories'] as $checker) {
        echo "  $checker: ", implode('; ', array_keys($result[$checker]['broken'])) ?: 'nothing', "\n";
    }
}

function remove_folder(string $folder): void
{
    foreach (array_diff(scandir($folder), ['.', '..']) as $name) {
        is_dir("$folder/$name") ? remove_folder("$folder/$name") : unlink("$folder/$name");
    }
    rmdir($folder);
}
