--TEST--
FakeRedisLock has every method of RedisLock, with the same parameters, and the holder and the exceptions are the same
--FILE--
<?php
require __DIR__ . '/../../../php-tests/inc/bootstrap.php';
foreach (['FakeServer', 'FakeRedisLockHolder', 'FakeRedisLock'] as $class) {
    require __DIR__ . "/../src/$class.php";
}
use RedisLock\Testing\FakeRedisLock;
use RedisLock\Testing\FakeRedisLockHolder;

/** The parameters of a method, as a caller sees them. */
function signature(ReflectionMethod $method): string
{
    $parameters = array_map(fn(ReflectionParameter $one) => sprintf('%s $%s%s', $one->getType(), $one->name,
        $one->isOptional() ? ' = ' . var_export($one->getDefaultValue(), true) : ''), $method->getParameters());
    $type = str_replace(['RedisLock\\Testing\\Fake', 'self'], ['', 'RedisLock'], (string) $method->getReturnType());

    return ($method->isStatic() ? 'static ' : '') . "$method->name(" . implode(', ', $parameters) . ")" . ($type ? ": $type" : '');
}

$found = 0;
foreach ((new ReflectionClass(RedisLock::class))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    if (str_starts_with($method->name, '__') && $method->name !== '__construct') {
        continue;
    }
    $found++;
    $fake = method_exists(FakeRedisLock::class, $method->name) ? signature(new ReflectionMethod(FakeRedisLock::class, $method->name)) : 'missing';
    $fake === signature($method) || print signature($method) . "\nbut: $fake\n";
}
say('methods', $found > 20);
$properties = fn(string $class) => array_map(fn($one) => "{$one->getType()} $one->name", (new ReflectionClass($class))->getProperties());
say('holder', $properties(FakeRedisLockHolder::class) === $properties(RedisLockHolder::class));

preg_match_all('/^class (\w+) extends (\w+)/m', file_get_contents(__DIR__ . '/../src/exceptions.php'), $exceptions, PREG_SET_ORDER);
foreach ($exceptions as [, $class, $parent]) {
    get_parent_class($class) === $parent || print "$class does not extend $parent\n";
}
say('exceptions', count($exceptions));
$stats = fn(string $class) => array_map('gettype', $class::stats());
FakeRedisLock::reset();
say('stats', array_diff_assoc($stats(RedisLock::class), $stats(FakeRedisLock::class)));
?>
--EXPECT--
methods: true
holder: true
exceptions: 4
stats: []
