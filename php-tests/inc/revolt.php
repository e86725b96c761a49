<?php

declare(strict_types=1);

/**
 * Revolt's event loop: the double of the tests, or the real one, whose classes are in the folder that REDISLOCK_REVOLT names.
 */

// In a loop a standstill of the machine counts as the server's silence.
ini_set('redislock.read_timeout', '60');

$folder = (string) getenv('REDISLOCK_REVOLT');
if ($folder === '') {
    // A file of its own: PHP declares the classes of a file before it runs the first line.
    require __DIR__ . '/revolt-double.php';
    return;
}
spl_autoload_register(static function (string $class) use ($folder): void {
    if (str_starts_with($class, 'Revolt\\')) {
        require "$folder/" . strtr(substr($class, strlen('Revolt\\')), '\\', '/') . '.php';
    }
});
