<?php

declare(strict_types=1);

/** Prints what was asked and what came of it: `acquired: true`. */
function say(string $what, mixed $value): void
{
    echo $what, ': ', shown($value), "\n";
}

function shown(mixed $value): string
{
    return match (true) {
        $value === null => 'null',
        is_array($value), is_string($value) => json_encode($value, JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR),
        is_object($value) => $value::class,
        default => var_export($value, true),
    };
}

/** Returns a call's exception as `Class: message`, or that nothing was thrown. */
function thrown(callable $call): string
{
    try {
        $result = $call();
    } catch (Throwable $exception) {
        return $exception::class . ': ' . $exception->getMessage();
    }
    return 'nothing thrown, returned ' . shown($result);
}

/** An exception and those before it, as `Class: message`. */
function thrown_with_previous(Throwable $exception): array
{
    $previous = $exception->getPrevious();

    return [$exception::class . ': ' . $exception->getMessage(), ...($previous ? thrown_with_previous($previous) : [])];
}

/** Prints a list of refusals, one call a line. */
function refusals(array $calls): void
{
    foreach ($calls as $what => $call) {
        echo $what, ' => ', thrown($call), "\n";
    }
}

/** Overwrites a number with one of at least its length. The file is not truncated, because that may cause a write to the disk. */
function put_number(string $file, int $number): void
{
    $stream = fopen($file, 'c');
    fwrite($stream, (string) $number);
    fclose($stream);
}
