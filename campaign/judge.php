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

function print_result(array $result): void
{
    echo json_encode($result, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
}

function remove_folder(string $folder): void
{
    foreach (array_diff(scandir($folder), ['.', '..']) as $name) {
        is_dir("$folder/$name") ? remove_folder("$folder/$name") : unlink("$folder/$name");
    }
    rmdir($folder);
}
