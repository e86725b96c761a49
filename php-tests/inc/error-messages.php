<?php

declare(strict_types=1);

/**
 * Checks tables of error messages: `what the user did => [code that does it, the exact message]`. A part that differs between
 * runs, or between versions of Redis, is a name in angle brackets there.
 *
 * @param array<string, array{callable, string}> $table
 * @param array<string, string> $names addresses and paths, with the names that replace them
 */
function check_messages(array $table, array $names = []): void
{
    $entries = documented_messages();
    $right = 0;
    foreach ($table as $what => [$code, $expected]) {
        $said = with_names(thrown($code), $names);
        if ($said !== $expected) {
            echo "$what\n  says:      $said\n  not:       $expected\n";
        } elseif (!is_documented($said, $entries)) {
            echo "$what\n  is not in docs/errors.md:\n  $said\n";
        } else {
            $right++;
        }
    }
    say('messages', count($table));
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

/** Returns the first column of every table in docs/errors.md as patterns. `…` and names in angle brackets match any text. */
function documented_messages(): array
{
    preg_match_all('/^\| `([^`]+)` \|/m', file_get_contents(__DIR__ . '/../../docs/errors.md'), $found);

    return array_map(
        fn(string $entry) => '/' . preg_replace(['/…/u', '/\\\\<[\w .]+\\\\>/'], ['.*', '.+?'], preg_quote($entry, '/')) . '/us',
        $found[1],
    );
}

/** Returns whether docs/errors.md has the message. PHP's own messages, and "nothing thrown", need no entry. */
function is_documented(string $said, array $entries): bool
{
    foreach ($entries as $entry) {
        if (preg_match($entry, $said) === 1) {
            return true;
        }
    }
    return preg_match('/^(nothing thrown|DomainException|TypeError|ArgumentCountError|ReflectionException|Exception: |Error: (Unknown named|Call to undefined|Cannot (create|modify)|Trying to clone))/', $said) === 1;
}
