<?php

declare(strict_types=1);

/**
 * Tables of mistakes: `what the user did => [how, exactly what comes of it]`. What differs from run to run, or between versions
 * of Redis, has a name in angle brackets there.
 *
 * @param array<string, array{callable, string}> $table
 * @param array<string, string> $names what is shown by a name instead: addresses, paths
 */
function check_mistakes(array $table, array $names = []): void
{
    $entries = documented_messages();
    $right = 0;
    foreach ($table as $what => [$mistake, $expected]) {
        $said = with_names(thrown($mistake), $names);
        if ($said !== $expected) {
            echo "$what\n  says:      $said\n  not:       $expected\n";
        } elseif (!is_documented($said, $entries)) {
            echo "$what\n  is not in docs/errors.md:\n  $said\n";
        } else {
            $right++;
        }
    }
    say('mistakes', count($table));
    say('as the table says, and documented', $right === count($table));
}

/** @param array<string, string> $names */
function with_names(string $message, array $names): string
{
    return preg_replace(
        ['/\b127\.0\.0\.1:\d+/', '/\b\d+\.\d{3}(?= (more )?seconds)/', '#/\S*/certificates-[0-9a-f]+/#', '#(/fake)-[0-9a-f]+#', '/(?<=NOPERM )[^(]+(?= \()/', '/(?<=lookup address information: )[^(]+(?= \()/'],
        ['<host>:<port>', '<n>', '<folder>/', '$1', '<words>', '<words>'],
        strtr($message, $names),
    );
}

/** The first column of every table in docs/errors.md, as patterns: `…` is anything, and so is a name in angle brackets. */
function documented_messages(): array
{
    preg_match_all('/^\| `([^`]+)` \|/m', file_get_contents(__DIR__ . '/../../docs/errors.md'), $found);

    return array_map(
        fn(string $entry) => '/' . preg_replace(['/…/u', '/\\\\<[\w .]+\\\\>/'], ['.*', '.+?'], preg_quote($entry, '/')) . '/us',
        $found[1],
    );
}

/** What nothing is thrown for, and what PHP itself says, needs no words of ours. */
function is_documented(string $said, array $entries): bool
{
    foreach ($entries as $entry) {
        if (preg_match($entry, $said) === 1) {
            return true;
        }
    }
    return preg_match('/^(nothing thrown|DomainException|TypeError|ArgumentCountError|ReflectionException|Exception: |Error: (Unknown named|Call to undefined|Cannot (create|modify)|Trying to clone))/', $said) === 1;
}
