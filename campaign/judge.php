<?php

declare(strict_types=1);

/**
 * Has both checkers judge a history.
 *
 * @return array{broken: int, 'seconds of checkers': float, intervals: array, histories: array}
 */
function judge(string $path): array
{
    $history = escapeshellarg($path);
    $results = [];
    $checkers = [
        'intervals' => escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/check-intervals.php'),
        'histories' => 'python3 ' . escapeshellarg(__DIR__ . '/check_histories.py'),
    ];
    $began = hrtime(true);
    $running = array_map(fn(string $command) => popen("$command $history", 'r'), $checkers); // beside each other
    foreach ($running as $checker => $output) {
        $result = json_decode(stream_get_contents($output), true);
        $code = pclose($output);
        $results[$checker] = $result ?? throw new RuntimeException("the checker of $checker ended with $code");
    }
    $broken = array_sum(array_map(fn(array $result) => array_sum($result['broken']), $results));

    return ['broken' => $broken, 'seconds of checkers' => round((hrtime(true) - $began) / 1e9, 1)] + $results;
}

/** Prints a line about what was done, and the broken promises. */
function print_result(array $result): void
{
    $found = $result['intervals'];
    printf(
        "%s, seed %d, %.1f s: %d acquisitions (%d contended) of %d attempts, %d faults, %d of the network; longest free while a process waited %.3f s; %d broken, %d excluded\n",
        $result['kind'], $result['seed'], $result['seconds'], $found['acquisitions'], $found['contended'], $found['attempts'], array_sum($found['faults']),
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

/** Prints what several runs have found together. */
function print_sum(array $results): void
{
    $sum = fn(string $what): int => array_sum(array_map(fn(array $result) => $result['intervals'][$what], $results));
    $excluded = array_sum(array_map(fn(array $result) => array_sum($result['intervals']['excluded']), $results));
    printf(
        "%d runs of %.0f s: %d acquisitions (%d contended) of %d attempts; %d broken, %d excluded\n",
        count($results), array_sum(array_column($results, 'seconds')), $sum('acquisitions'), $sum('contended'), $sum('attempts'),
        array_sum(array_column($results, 'broken')), $excluded,
    );
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
