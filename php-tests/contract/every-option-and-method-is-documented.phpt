--TEST--
The reference lists every option in order with its default and every method, both READMEs list the same five options, README.md has 120 lines at most
--FILE--
<?php
require __DIR__ . '/../inc/docs.php';

/** Name and default of each. */
function options(string $class): array
{
    $options = [];
    foreach ((new ReflectionMethod($class, '__construct'))->getParameters() as $parameter) {
        $default = $parameter->isOptional() ? $parameter->getDefaultValue() : null;
        $options[] = [$parameter->getName(), match (true) {
            !$parameter->isOptional() => '–',
            $default === INF => '`INF`',
            $default === null => '`null`',
            default => '`' . var_export($default, true) . '`',
        }];
    }
    return $options;
}

/** The options in the tables of a page. */
function documented(string $page): array
{
    preg_match_all('/^\| `(\w+)` \| (–|`[\w.]+`) \|/m', pages()[$page], $rows, PREG_SET_ORDER);
    return array_map(fn($row) => [$row[1], $row[2]], $rows);
}

$options = options(RedisLock::class);
documented('docs/reference.md') === $options || say('docs/reference.md has', documented('docs/reference.md'));
foreach (['README.md', 'README.zh-CN.md'] as $readme) {
    $some = documented($readme);
    $some === array_values(array_filter($options, fn($option) => in_array($option, $some, true))) || say("$readme has", $some);
    say("$readme: options", array_column($some, 0));
}

foreach ([RedisLock::class => 'docs/reference.md', RedisSemaphore::class => 'docs/sharing.md', RedisMultiLock::class => 'docs/several-keys.md'] as $class => $page) {
    preg_match_all("/`(?:$class::)?(\\w+)\([^`]*\)[^`]*` \|/", pages()[$page], $rows);
    $methods = array_map(fn($method) => $method->getName(), array_filter((new ReflectionClass($class))->getMethods(), fn($method) => !str_starts_with($method->getName(), '__')));
    say("methods of $class that are missing", array_values(array_diff($methods, $rows[1])));
    say('methods that do not exist', array_values(array_diff($rows[1], $methods)));
    preg_match("/`new $class\((.*)\)`/", pages()[$page], $signature);
    say('the constructor as it is', $signature[1] === implode(', ', array_map(fn($option) => "\$$option[0]" . ($option[1] === '–' ? '' : ' = ' . trim($option[1], '`')), options($class))));
}

$lines = substr_count(pages()['README.md'], "\n");
say('120 lines at most', $lines <= 120);
?>
--EXPECT--
README.md: options: ["ttl","wait","server","autoRenew","abortOnLoss"]
README.zh-CN.md: options: ["ttl","wait","server","autoRenew","abortOnLoss"]
methods of RedisLock that are missing: []
methods that do not exist: []
the constructor as it is: true
methods of RedisSemaphore that are missing: []
methods that do not exist: []
the constructor as it is: true
methods of RedisMultiLock that are missing: []
methods that do not exist: []
the constructor as it is: true
120 lines at most: true
