<?php

declare(strict_types=1);

/**
 * What every script of the examples begins with.
 */

require_once __DIR__ . '/PhpProcess.php';
require_once __DIR__ . '/PrivateRedis.php';
require_once __DIR__ . '/TinyRedis.php';

// A warning (a file that is gone, a broken pipe) ends the script: an example that counts must not go on guessing.
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    // Silenced with @, by code that looks at the result itself.
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

if (!extension_loaded('redislock')) {
    fwrite(STDERR, "The extension redislock is not loaded: php -n -d extension=<path>/redislock.so {$argv[0]}\n");
    exit(1);
}
