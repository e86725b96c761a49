<?php

declare(strict_types=1);

/**
 * Revolt's event loop: the double of the tests, or the real one from `revoltphp-event-loop` in the folder that REDISLOCK_LOOPS names.
 */

if (!is_string($folder = getenv('REDISLOCK_LOOPS')) || !is_dir("$folder/revoltphp-event-loop/src")) {
    // A file of its own: PHP declares the classes of a file before it runs the first line.
    require __DIR__ . '/revolt-double.php';
    return;
}
spl_autoload_register(static function (string $class) use ($folder): void {
    if (str_starts_with($class, 'Revolt\\')) {
        require "$folder/revoltphp-event-loop/src/" . strtr(substr($class, strlen('Revolt\\')), '\\', '/') . '.php';
    }
});
