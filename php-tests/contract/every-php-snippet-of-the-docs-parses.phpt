--TEST--
Every PHP snippet of README.md and docs/ is complete PHP, and every method and parameter of RedisLock that it names exists
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$root = dirname(__DIR__, 2);
$parameters = [];
foreach ((new ReflectionClass(RedisLock::class))->getMethods() as $method) {
    foreach ($method->getParameters() as $parameter) {
        $parameters[] = $parameter->getName();
    }
}

$snippets = 0;
foreach (["$root/README.md", ...glob("$root/docs/*.md")] as $file) {
    preg_match_all('/^```php\n(.*?)^```$/ms', file_get_contents($file), $found);
    foreach ($found[1] as $number => $code) {
        $snippets++;
        $where = basename($file) . ', snippet ' . $number + 1;
        $script = tempnam(sys_get_temp_dir(), 'snippet');
        file_put_contents($script, $code);
        $child = PhpChild::run(['-l', $script], mergeErrors: true);
        $answer = $child->finish();
        unlink($script);
        if ($child->exitCode !== 0 || !str_starts_with($code, "<?php\n")) {
            say($where, $answer);
        }
        preg_match_all('/(?:\$lock|\$(?:first|second))->(\w+)\(|RedisLock::(\w+)\(/', $code, $methods);
        foreach (array_filter([...$methods[1], ...$methods[2]]) as $method) {
            if (!method_exists(RedisLock::class, $method)) {
                say("$where: there is no method", $method);
            }
        }
        preg_match_all('/new RedisLock\((.*?)\);/s', $code, $calls);
        preg_match_all('/\b([a-zA-Z]+): /', implode("\n", $calls[1]), $names);
        foreach (array_diff($names[1], $parameters) as $name) {
            say("$where: there is no parameter", $name);
        }
    }
}
say('more than ten', $snippets > 10);
?>
--EXPECT--
more than ten: true
