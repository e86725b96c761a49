<?php

/**
 * For Symfony's own tests of stores, which packages/suites.sh runs: the components' tests and this package. The tests of tests/ choose the
 * store by the variable REDISLOCK_DRIVER.
 */

declare(strict_types=1);

namespace RedisLock\Symfony\Suites;

/** A connection of its own, as Symfony's tests have it. */
function phpredis(): \Redis
{
    $redis = new \Redis();
    $redis->connect((string) getenv('REDIS_HOST'), (int) getenv('REDIS_PORT'));

    return $redis;
}

function address(): string
{
    return 'redis://'.getenv('REDIS_HOST').':'.getenv('REDIS_PORT');
}

spl_autoload_register(static function (string $class): void {
    $folders = ['RedisLock\\Symfony\\' => __DIR__.'/../src/'];
    foreach (['Lock', 'Semaphore'] as $component) {
        $folders["Symfony\\Component\\$component\\Tests\\"] = getenv('REDISLOCK_SUITES')."/src/Symfony/Component/$component/Tests/";
    }
    foreach ($folders as $namespace => $folder) {
        $file = $folder.strtr(substr($class, strlen($namespace)), '\\', '/').'.php';
        if (str_starts_with($class, $namespace) && is_file($file)) {
            require $file;
        }
    }
});
