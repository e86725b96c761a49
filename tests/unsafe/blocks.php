<?php

declare(strict_types=1);

// blocks.php show FOLDER TEST...    how many of the tests reach each unsafe block of src/, by FOLDER/TEST.lcov
// blocks.php choose FOLDER TEST...  writes chosen.txt: tests of few processes, until each block is reached by ENOUGH of them or by all that reach it

const ENOUGH = 3;

/**
 * @return array<string, list<array{string, int, int}>> of each block and function that is unsafe, by where it stands: file, first
 *     and last line of what is run. A macro has no lines of its own: those on which it is used.
 */
function blocks(): array
{
    $blocks = [];
    $macros = [];
    $lines = [];
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('src', FilesystemIterator::SKIP_DOTS));
    foreach ($files as $file) {
        if ($file->getExtension() !== 'rs' || preg_match('~/tests(/|\.rs$)~', $file->getPathname())) {
            continue;
        }
        // Strings, characters and comments have braces of their own.
        $code = preg_replace_callback(
            '~//[^\n]*|"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])\'~s',
            fn(array $match) => preg_replace('/[^\n]/', ' ', $match[0]),
            file_get_contents($file->getPathname()),
        );
        foreach (explode("\n", $code) as $number => $line) {
            preg_match('/\b(\w+)!\(/', $line, $used) && $lines[$used[1]][] = [$file->getPathname(), $number + 1, $number + 1];
        }
        preg_match_all('/\bunsafe\s+(?:extern\s+)?(?:fn\b[^;{]*)?\{/', $code, $found, PREG_OFFSET_CAPTURE);
        foreach ($found[0] as [$text, $start]) {
            if (preg_match('/^unsafe\s+extern\s+\{/', $text)) {
                continue; // declarations
            }
            $depth = 1;
            for ($end = $start + strlen($text); $depth > 0; $end++) {
                $depth += ['{' => 1, '}' => -1][$code[$end]] ?? 0;
            }
            $line = fn(int $offset) => substr_count($code, "\n", 0, $offset) + 1;
            $place = "{$file->getPathname()}:{$line($start)}-{$line($end - 1)}";
            $blocks[$place] = [[$file->getPathname(), $line($start), $line($end - 1)]];
            // The macro that is being defined there, if one is: its end is a brace at the beginning of a line.
            preg_match('/\bmacro_rules! (\w+)(?!.*\n\})/s', substr($code, 0, $start), $macro) && $macros[$place] = $macro[1];
        }
    }
    foreach ($macros as $place => $macro) {
        $blocks[$place] = $lines[$macro] ?? [];
    }
    ksort($blocks);
    return $blocks;
}

/** @return array<string, array<int, true>> the executed lines, by file */
function reached(string $lcov): array
{
    $reached = [];
    $file = '';
    foreach (file($lcov, FILE_IGNORE_NEW_LINES) as $line) {
        if (preg_match('~^SF:.*?(src/.*)~', $line, $match)) {
            $file = $match[1];
        } elseif (preg_match('/^DA:(\d+),[1-9]/', $line, $match)) {
            $reached[$file][(int) $match[1]] = true;
        }
    }
    return $reached;
}

[, $verb, $folder] = $argv;
$blocks = blocks();
$by = array_fill_keys(array_keys($blocks), []); // of each block, the tests that reach it
$processes = []; // of each test, how many it starts
foreach (array_slice($argv, 3) as $test) {
    if (!is_file("$folder/$test.lcov")) {
        continue; // no process of it ended by itself
    }
    $processes[$test] = (int) file_get_contents("$folder/$test.processes");
    $lines = reached("$folder/$test.lcov");
    foreach ($blocks as $place => $parts) {
        foreach ($parts as [$file, $first, $last]) {
            if (array_intersect_key($lines[$file] ?? [], array_flip(range($first, $last)))) {
                $by[$place][] = $test;
                break;
            }
        }
    }
}
if ($verb === 'choose') {
    // The test that reaches the most missing blocks for its processes comes first.
    $missing = array_map(fn(array $tests) => min(ENOUGH, count($tests)), $by);
    $chosen = [];
    while (array_sum($missing) > 0) {
        $worth = [];
        foreach (array_diff_key($processes, $chosen) as $test => $count) {
            $wanted = count(array_filter($by, fn(array $tests, string $block) => $missing[$block] > 0 && in_array($test, $tests, true), ARRAY_FILTER_USE_BOTH));
            $worth[$test] = $wanted / $count;
        }
        arsort($worth);
        $test = array_key_first($worth);
        $chosen[$test] = true;
        foreach ($by as $block => $tests) {
            $missing[$block] -= $missing[$block] > 0 && in_array($test, $tests, true) ? 1 : 0;
        }
    }
    ksort($chosen);
    file_put_contents(__DIR__ . '/chosen.txt', "# What runs under valgrind at every change: written by tests/unsafe/run.sh choose.\n" . implode("\n", array_keys($chosen)) . "\n");
    printf("%d tests chosen of %d, %d of %d processes\n", count($chosen), count($processes), array_sum(array_intersect_key($processes, $chosen)), array_sum($processes));
}
$none = 0;
foreach ($by as $place => $tests) {
    printf("%3d  %s\n", count($tests), $place);
    $none += $tests === [] ? 1 : 0;
}
printf("%d unsafe blocks, %d of them not reached\n", count($blocks), $none);
exit($none === 0 ? 0 : 1);
