<?php

declare(strict_types=1);

/**
 * Programs and rights that some tests need and not every machine has. The test's SKIPIF section names them, so that the runner
 * counts the test as skipped:
 *
 *     <?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
 *
 * In CI nothing may be missing, so the runner counts a skipped test as failed.
 */

require_once __DIR__ . '/bootstrap.php';

/** Checks for exactly what the test will use, and prints the skip message if it is missing. */
function needs(string ...$things): void
{
    $missing = array_filter($things, fn(string $thing) => !match ($thing) {
        'php-fpm' => fpm() !== null,
        'phpredis' => phpredis() !== null,
        'redis-py' => python_with_redis() !== null,
        'a C compiler' => works('cc', '--version'),
        // Not Debian's, unpacked, which is a script of the shell: that would load a library before its loader.
        'a PHP that is a program' => file_get_contents(PhpChild::php(), length: 4) === "\x7fELF",
        'pcntl' => function_exists('pcntl_async_signals'),
        'posix' => posix() !== null,
        'the name localhost' => gethostbyname('localhost') === '127.0.0.1',
    });
    if ($missing) {
        echo 'skip NOT RUN: needs ', implode(' and ', $missing);
    }
}

/** Returns whether a command succeeds. */
function works(string ...$command): bool
{
    // The shell reports a missing command.
    $process = proc_open(['/bin/sh', '-c', 'exec "$@"', 'sh', ...$command], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);

    return proc_close($process) === 0;
}

/** The PHP-FPM that belongs to the PHP that runs the tests: the same version, and it loads the same extension. */
function fpm(): ?string
{
    $version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
    $programs = [(string) getenv('TEST_PHP_FPM'), PHP_BINDIR . '/../sbin/php-fpm', "/usr/sbin/php-fpm$version", dirname(PhpChild::php()) . "/php-fpm$version"];
    // A PHP that cannot load an extension continues without it.
    $loads = fn(string $program) => works('sh', '-c', '"$0" -n -d extension="$1" -m | grep -qx redislock', $program, PhpChild::extension());

    return first_that($programs, fn(string $program) => is_executable($program) && $loads($program));
}

/** The extensions to load for phpredis: some builds of it need another one. @return ?list<string> */
function phpredis(): ?array
{
    return first_that([['redis.so'], ['igbinary.so', 'redis.so']], fn(array $extensions) => php_has('class_exists("Redis")', $extensions));
}

/** The extensions to load for posix_setuid(): none where it is built in. @return ?list<string> */
function posix(): ?array
{
    return first_that([[], ['posix.so']], fn(array $extensions) => php_has('function_exists("posix_setuid")', $extensions));
}

function php_has(string $condition, array $extensions): bool
{
    $options = array_merge(...array_map(fn(string $extension) => ['-d', "extension=$extension"], $extensions));

    return works(PhpChild::php(), '-n', ...$options, ...['-r', "exit($condition ? 0 : 1);"]);
}

/** A Python that has redis-py. */
function python_with_redis(): ?string
{
    return first_that(['/usr/bin/python3', 'python3'], fn(string $python) => works($python, '-c', 'import redis'));
}

function first_that(array $candidates, callable $condition): mixed
{
    foreach ($candidates as $candidate) {
        if ($condition($candidate)) {
            return $candidate;
        }
    }
    return null;
}
