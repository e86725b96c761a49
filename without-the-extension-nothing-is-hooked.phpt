--TEST--
Without the extension opentelemetry nothing is loaded; with it and OTEL_PHP_DISABLED_INSTRUMENTATIONS=redislock nothing is hooked
--FILE--
<?php
require __DIR__ . '/inc.php';

// The children do not load the extension opentelemetry.
$code = <<<'PHP'
    [, $package] = $argv;
    spl_autoload_register(function (string $class): void {
        echo "loads $class\n";
    });
    require "$package/_register.php";
    echo "that is all\n";
    PHP;
echo 'without: ', PhpChild::start($code, [__DIR__ . '/..'])->finish();

$code = <<<'PHP'
    [, $package, $disabled] = $argv;
    $disabled === '' || putenv("OTEL_PHP_DISABLED_INSTRUMENTATIONS=$disabled");
    require "$package/tests/inc.php";
    require "$package/_register.php";
    echo count(Hooks::$of), " methods are hooked\n";
    PHP;
foreach (['', 'pdo', 'redislock', 'pdo,redislock'] as $disabled) {
    echo "disabled [$disabled]: ", PhpChild::start($code, [__DIR__ . '/..', $disabled])->finish();
}
?>
--EXPECT--
without: that is all
disabled []: 12 methods are hooked
disabled [pdo]: 12 methods are hooked
disabled [redislock]: 0 methods are hooked
disabled [pdo,redislock]: 0 methods are hooked
