<?php

declare(strict_types=1);

// An application has vendor/autoload.php. Here Symfony is where packages/fetch.sh has put it.
require getenv('REDISLOCK_FRAMEWORK').'/autoload.php';

foreach (['RedisLock\\Symfony\\' => __DIR__.'/../src/', 'App\\' => __DIR__.'/src/'] as $namespace => $folder) {
    spl_autoload_register(function (string $class) use ($namespace, $folder): void {
        $file = $folder.strtr(substr($class, strlen($namespace)), '\\', '/').'.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
        }
    });
}
