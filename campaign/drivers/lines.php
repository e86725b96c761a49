<?php

declare(strict_types=1);

require getenv('REDISLOCK_LIBRARY') . '/autoload.php';
error_reporting(E_ALL & ~E_DEPRECATED);

/** The Redis server of this driver. */
function server(): array
{
    $address = parse_url($GLOBALS['argv'][1]);

    return ['host' => $address['host'], 'port' => $address['port']];
}

/**
 * Answers the lines of driven.php until their end.
 *
 * @param callable(string, int, int): ?string $acquire key, ttl and wait in ms; returns the token
 * @param ?callable(int): bool $refresh ttl in ms
 * @param callable(): bool $release
 */
function answer(callable $acquire, ?callable $refresh, callable $release): void
{
    while (($line = fgets(STDIN)) !== false) {
        $words = explode(' ', trim($line));
        try {
            if ($words[0] === 'acquire') {
                $token = $acquire($words[1], (int) $words[2], (int) $words[3]);
                echo $token === null ? 'denied' : "acquired $token", "\n";
            } elseif ($words[0] === 'refresh') {
                echo $refresh === null ? 'failed it has no refresh' : ($refresh((int) $words[1]) ? 'refreshed' : 'gone'), "\n";
            } else {
                echo $release() ? 'released' : 'gone', "\n";
            }
        } catch (Exception $exception) {
            echo 'failed ', strtr($exception->getMessage(), "\n", ' '), "\n";
        }
    }
}
