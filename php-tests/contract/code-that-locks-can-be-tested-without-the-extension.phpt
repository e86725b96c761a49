--TEST--
Code that locks can be tested without the extension and without Redis: examples/unit-tests, with the stub's exceptions
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/reflection.php';

$test = __DIR__ . '/../../examples/unit-tests/test.php';
foreach (['without the extension' => [], 'with it' => null] as $how => $extensions) {
    $child = PhpChild::run([$test], extensions: $extensions, mergeErrors: true);
    $lines = explode("\n", trim($child->finish()));
    say($how, [$child->exitCode, array_unique(array_map(fn($line) => strstr($line, ':', true), $lines)), count($lines)]);
}

echo PhpChild::start('require $argv[1]; try { (new RedisLock("k"))->acquire(); } catch (TypeError $error) { echo $error->getMessage(), "\n"; }', [stub()], extensions: [])->finish();
?>
--EXPECT--
without the extension: [0,["ok"],9]
with it: [0,["ok"],9]
RedisLock::acquire(): Return value must be of type bool, none returned
