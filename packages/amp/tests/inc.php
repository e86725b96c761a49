<?php

declare(strict_types=1);

/** What every test begins with: amphp and Revolt, of the folder that REDISLOCK_LOOPS names, and this package. */

require_once __DIR__ . '/../../../php-tests/inc/bootstrap.php';

(function (string $loops): void {
    $folders = [
        'RedisLock\\Amp\\' => __DIR__ . '/../src',
        'Amp\\Sync\\' => "$loops/amphp-sync/src",
        'Amp\\' => "$loops/amphp-amp/src",
        'Revolt\\' => "$loops/revoltphp-event-loop/src",
    ];
    spl_autoload_register(static function (string $class) use ($folders): void {
        foreach ($folders as $namespace => $folder) {
            if (str_starts_with($class, $namespace)) {
                require "$folder/" . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
                return;
            }
        }
    });
    foreach (['functions', 'Future/functions', 'Internal/functions'] as $functions) {
        require "$loops/amphp-amp/src/$functions.php";
    }
})((string) getenv('REDISLOCK_LOOPS'));
