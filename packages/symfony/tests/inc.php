<?php

declare(strict_types=1);

/** Loads the helpers of php-tests, the Symfony that packages/fetch.sh has fetched, and this package. Every test begins with it. */

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;

// A later PHP reports parts of an earlier Symfony as deprecated.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);

require_once __DIR__ . '/../../../php-tests/inc/bootstrap.php';
require_once __DIR__ . '/../../../php-tests/inc/needs.php';
require_once __DIR__ . '/../../../php-tests/inc/forks.php';

require_once (getenv('REDISLOCK_FRAMEWORK') ?: throw new RuntimeException('REDISLOCK_FRAMEWORK must name the folder that packages/fetch.sh prints')) . '/autoload.php';

foreach (json_decode(file_get_contents(__DIR__ . '/../composer.json'), true)['autoload']['psr-4'] as $namespace => $folder) {
    spl_autoload_register(function (string $class) use ($namespace, $folder): void {
        $file = __DIR__ . "/../$folder" . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
        }
    });
}

/** Starts a child process that has loaded all this. */
function child(string $code, array $arguments = [], bool $withPhpredis = false, bool $killed = false): PhpChild
{
    return PhpChild::start('require ' . var_export(__FILE__, true) . ";$code", $arguments, extensions: [PhpChild::extension(), ...($withPhpredis ? phpredis() : [])], killed: $killed);
}

/** Saves a key in a store, and returns the result as a string. */
function saved(PersistingStoreInterface $store, Key $key): string
{
    try {
        $store->save($key);
    } catch (Symfony\Component\Lock\Exception\LockConflictedException) {
        return 'conflict';
    }
    return 'saved';
}

/** Returns the classes of an exception and its previous ones. */
function classes(callable $call): array
{
    try {
        $call();
    } catch (Throwable $exception) {
        return array_map(fn(string $line) => strstr($line, ':', true), thrown_with_previous($exception));
    }
    return [];
}
