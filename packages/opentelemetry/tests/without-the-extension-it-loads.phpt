--TEST--
Without the extension opentelemetry the package loads and measures; OTEL_PHP_DISABLED_INSTRUMENTATIONS turns its spans off
--FILE--
<?php
require __DIR__ . '/inc.php';
require __DIR__ . '/../../../php-tests/inc/needs.php';

$telemetry = getenv('REDISLOCK_TELEMETRY');
$extensions = [PhpChild::extension()];
if ($telemetry !== false && !php_has('function_exists("ctype_xdigit")', [])) {
    $extensions[] = 'ctype';
}
$redis = RedisServer::start();
$code = '[, $tests, $server] = $argv;
    require "$tests/api.php";
    require "$tests/../_register.php";
    RedisLock\OpenTelemetry\Spans::nameKeys(fn(string $key): string => "a name");
    RedisLock::listen(new RedisLock\OpenTelemetry\Metrics());
    $lock = new RedisLock("k", server: $server);
    say("without the extension", [function_exists("OpenTelemetry\Instrumentation\hook"), $lock->acquire(), $lock->release()]);';
echo PhpChild::start($code, [__DIR__, $redis->address], extensions: $extensions, mergeErrors: true)->finish();

$code = '[, $tests, $server] = $argv;
    require "$tests/inc.php";
    $lock = new RedisLock("k", server: $server);
    say("disabled: " . getenv("OTEL_PHP_DISABLED_INSTRUMENTATIONS"), [call($lock, "acquire"), call($lock, "release"), count(spans())]);';
if ($telemetry !== false) {
    $extensions[] = "$telemetry/open-telemetry-opentelemetry-php-instrumentation/ext/modules/opentelemetry.so";
}
foreach (['redislock', 'pdo'] as $disabled) {
    putenv("OTEL_PHP_DISABLED_INSTRUMENTATIONS=$disabled");
    echo PhpChild::start($code, [__DIR__, $redis->address], extensions: $extensions, mergeErrors: true)->finish();
}
?>
--EXPECT--
without the extension: [false,true,true]
disabled: redislock: [true,true,0]
disabled: pdo: [true,true,2]
