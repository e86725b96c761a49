<?php

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * Checks that the PHP extension redislock is loaded; php.ini of another SAPI may not load it. Each package is installed alone,
 * so each has this class.
 *
 * @internal
 */
final class Extension
{
    /** @throws \LogicException it is not loaded */
    public static function assertLoaded(): void
    {
        if (extension_loaded('redislock')) {
            return;
        }
        $ini = php_ini_loaded_file() ?: (PHP_CONFIG_FILE_SCAN_DIR !== '' ? PHP_CONFIG_FILE_SCAN_DIR.'/redislock.ini' : 'its php.ini');
        throw new \LogicException(sprintf('This PHP (%s, %s) has not loaded the extension redislock. Install it with "pie install redislock/redislock" (docs/install.md has other ways), write "extension=redislock" into %s, and restart what runs this PHP. "php --ri redislock" shows whether the command line has it.', PHP_VERSION, PHP_SAPI, $ini));
    }
}
