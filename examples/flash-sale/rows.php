<?php

declare(strict_types=1);

/**
 * The rows of a file with a header and plain values between commas.
 *
 * @return list<list<string>>
 */
function rows(string $file): array
{
    $lines = file($file, FILE_IGNORE_NEW_LINES) ?: throw new RuntimeException("cannot read $file");

    return array_map(static fn (string $line): array => explode(',', $line), array_slice($lines, 1));
}
