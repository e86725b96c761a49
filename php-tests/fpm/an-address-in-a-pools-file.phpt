--TEST--
An address in a PHP-FPM pool is quoted; php_admin_value cannot be changed later, php_value can; ${REDIS_URL} is the master's
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('php-fpm'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Fpm.php';

$redis = RedisServer::start();
putenv('REDIS_URL=redis://from.the.environment/0?read_timeout=0.5');
foreach ([
    'php_admin_value[redislock.server]' => '"redis://cache.internal/0?read_timeout=0.5"',
    'php_value[redislock.server]' => '"redis://cache.internal/0?read_timeout=0.5"',
    'php_admin_value[redislock.server] ' => '"${REDIS_URL}"',
] as $name => $value) {
    say('pool', trim($name) . " = $value");
    $directory = tempnam($redis->directory, 'fpm') . '.d';
    mkdir($directory);
    $fpm = new Fpm($directory, 'say("setting", ini_get("redislock.server")); say("ini_set", ini_set("redislock.server", "redis://h"));', 1, [$name => $value]);
    echo $fpm->request();
    $fpm->stop();
}
?>
--EXPECT--
pool: "php_admin_value[redislock.server] = \"redis://cache.internal/0?read_timeout=0.5\""
setting: "redis://cache.internal/0?read_timeout=0.5"
ini_set: false
pool: "php_value[redislock.server] = \"redis://cache.internal/0?read_timeout=0.5\""
setting: "redis://cache.internal/0?read_timeout=0.5"
ini_set: "redis://cache.internal/0?read_timeout=0.5"
pool: "php_admin_value[redislock.server] = \"${REDIS_URL}\""
setting: "redis://from.the.environment/0?read_timeout=0.5"
ini_set: false
