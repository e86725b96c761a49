<?php

declare(strict_types=1);

/** The application, as Laravel's own skeleton makes it. What it writes is below the folder APP_FOLDER. */

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;

require_once __DIR__ . '/autoload.php';

$folder = (string) getenv('APP_FOLDER');
@mkdir("$folder/framework/views", recursive: true);
foreach (['APP_PACKAGES_CACHE', 'APP_SERVICES_CACHE', 'APP_CONFIG_CACHE', 'APP_ROUTES_CACHE', 'APP_EVENTS_CACHE'] as $cache) {
    // Of each process its own: several start at once, and each would write them.
    $_ENV[$cache] = "$folder/framework/" . getmypid() . "-$cache.php";
}

$app = new Application(__DIR__);
$app->useStoragePath($folder);
$app->singleton(Kernel::class, App\Kernel::class);
$app->singleton(ExceptionHandler::class, Handler::class);

return $app;
