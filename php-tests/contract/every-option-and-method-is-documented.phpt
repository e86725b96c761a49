--TEST--
The READMEs list every option of a lock in its order and with its default; docs/reference.md and docs/sharing.md list every method; README.md has 180 lines at most
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

$options = options(RedisLock::class);
foreach (['README.md', 'README.zh-CN.md'] as $readme) {
    preg_match_all('/^\| `(\w+)` \| (–|`[\w.]+`) \|/m', pages()[$readme], $rows, PREG_SET_ORDER);
    $documented = array_map(fn($row) => [$row[1], $row[2]], $rows);
    $documented === $options || say("$readme has", $documented);
}

foreach ([RedisLock::class => 'docs/reference.md', RedisSemaphore::class => 'docs/sharing.md'] as $class => $page) {
    preg_match_all("/`(?:$class::)?(\\w+)\([^`]*\)[^`]*` \|/", pages()[$page], $rows);
    $methods = array_map(fn($method) => $method->getName(), array_filter((new ReflectionClass($class))->getMethods(), fn($method) => !str_starts_with($method->getName(), '__')));
    say("methods of $class that are missing", array_values(array_diff($methods, $rows[1])));
    say('methods that do not exist', array_values(array_diff($rows[1], $methods)));
    preg_match("/`new $class\((.*)\)`/", pages()[$page], $signature);
    say('the constructor as it is', $signature[1] === implode(', ', array_map(fn($option) => "\$$option[0]" . ($option[1] === '–' ? '' : ' = ' . trim($option[1], '`')), options($class))));
}

$lines = substr_count(pages()['README.md'], "\n");
say('180 lines at most', $lines <= 180);
?>
--EXPECT--
methods of RedisLock that are missing: []
methods that do not exist: []
the constructor as it is: true
methods of RedisSemaphore that are missing: []
methods that do not exist: []
the constructor as it is: true
180 lines at most: true
