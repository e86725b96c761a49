<?php

declare(strict_types=1);

/**
 * Loads the helpers of php-tests, this package, OpenTelemetry, and the client of Prometheus. The last
 * two are in the folder REDISLOCK_TELEMETRY. Without it, there are doubles of the methods that are called.
 */

require_once __DIR__ . '/../../../php-tests/inc/bootstrap.php';

(function (string|false $telemetry): void {
    $folders = json_decode(file_get_contents(__DIR__ . '/../composer.json'), true)['autoload']['psr-4'];
    $folders = array_map(fn(string $folder): string => __DIR__ . "/../$folder", $folders);
    if ($telemetry === false) {
        require __DIR__ . '/double.php';
        require __DIR__ . '/double-prometheus.php';
    } else {
        // A newer PHP deprecates syntax of these libraries.
        error_reporting(E_ALL & ~E_DEPRECATED);
        $folders += [
            'OpenTelemetry\\' => "$telemetry/open-telemetry-opentelemetry-php/src/",
            'Psr\\Log\\' => "$telemetry/php-fig-log/src/",
            'Nevay\\SPI\\' => "$telemetry/Nevay-spi/src/",
            'Prometheus\\' => "$telemetry/PromPHP-prometheus_client_php/src/Prometheus/",
        ];
        require "$telemetry/open-telemetry-opentelemetry-php/src/SDK/Common/Util/functions.php";
    }
    spl_autoload_register(static function (string $class) use ($folders): void {
        foreach ($folders as $namespace => $folder) {
            $file = $folder . strtr(substr($class, strlen($namespace)), '\\', '/') . '.php';
            if (str_starts_with($class, $namespace) && is_file($file)) {
                require $file;
                return;
            }
        }
    });
})(getenv('REDISLOCK_TELEMETRY'));
