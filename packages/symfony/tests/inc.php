<?php

declare(strict_types=1);

/** What every test begins with: the helpers of php-tests, Symfony as packages/fetch.sh got it, and this package. */

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\PersistingStoreInterface;

// What a release of Symfony does that a later PHP calls deprecated.
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

/** Code of a child, with all this. */
function child(string $code, array $arguments = [], bool $withPhpredis = false, bool $killed = false): PhpChild
{
    return PhpChild::start('require ' . var_export(__FILE__, true) . ";$code", $arguments, extensions: [PhpChild::extension(), ...($withPhpredis ? phpredis() : [])], killed: $killed);
}

/** Whether a store saves, as a word. */
function saved(PersistingStoreInterface $store, Key $key): string
{
    try {
        $store->save($key);
    } catch (Symfony\Component\Lock\Exception\LockConflictedException) {
        return 'conflict';
    }
    return 'saved';
}

/** An exception and those before it, as their classes. */
function classes(callable $call): array
{
    try {
        $call();
    } catch (Throwable $exception) {
        return array_map(fn(string $line) => strstr($line, ':', true), thrown_with_previous($exception));
    }
    return [];
}
