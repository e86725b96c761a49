<?php

declare(strict_types=1);

/**
 * After `composer install` all that is Composer's. Without it, in this repository: the framework that packages/fetch.sh has
 * unpacked, and what Composer would have made, in the folder APP_FOLDER.
 */
if (is_file(__DIR__ . '/vendor/autoload.php')) {
    return require __DIR__ . '/vendor/autoload.php';
}

if (! function_exists('mb_split')) { // no polyfill for mbstring has it
    function mb_split(string $pattern, string $string): array
    {
        return preg_split("/$pattern/u", $string);
    }
}

require_once getenv('REDISLOCK_FRAMEWORK') . '/autoload.php';

spl_autoload_register(static function (string $class): void {
    foreach (['RedisLock\\Laravel\\' => __DIR__ . '/../src/', 'App\\' => __DIR__ . '/app/'] as $namespace => $folder) {
        $file = $folder . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
        }
    }
});

// By this file Laravel finds the service providers of packages.
$vendor = getenv('APP_FOLDER') . '/vendor';
if (! is_file("$vendor/composer/installed.json")) {
    @mkdir("$vendor/composer", recursive: true);
    $package = json_decode((string) file_get_contents(__DIR__ . '/../composer.json'), true);
    // Several processes start at once, and none may read what another has written a part of.
    file_put_contents("$vendor/" . getmypid(), json_encode(['packages' => [$package]]));
    rename("$vendor/" . getmypid(), "$vendor/composer/installed.json");
}
putenv("COMPOSER_VENDOR_DIR=$vendor");
