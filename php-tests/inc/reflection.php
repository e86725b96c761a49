<?php

declare(strict_types=1);

const PUBLIC_CLASSES = [
    'RedisLockException',
    'RedisLockConnectionException',
    'RedisLockTimeoutException',
    'RedisLockLostException',
    'RedisLockHolder',
    'RedisLock',
    'RedisSemaphore',
    'RedisMultiLock',
];

/** Returns a class's public declarations, one a line, to compare the stub with the extension. */
function canonical(string $name): array
{
    $class = new ReflectionClass($name);
    $interfaces = $class->getInterfaceNames();
    sort($interfaces);
    $lines = [
        ltrim(implode(' ', Reflection::getModifierNames($class->getModifiers())) . " class $class->name"),
        'extends ' . ($class->getParentClass() ? $class->getParentClass()->name : 'nothing'),
        'implements ' . (implode(', ', $interfaces) ?: 'nothing'),
        'attributes ' . attributes($class),
    ];
    foreach ($class->getReflectionConstants() as $constant) {
        if ($constant->class === $name) {
            $lines[] = "constant $constant->name = " . var_export($constant->getValue(), true);
        }
    }
    foreach ($class->getProperties() as $property) {
        if ($property->class === $name) {
            // PHP 8.4 and later name what "readonly" means, too.
            $modifiers = array_diff(Reflection::getModifierNames($property->getModifiers()), ['protected(set)']);
            $lines[] = 'property ' . implode(' ', $modifiers) . " {$property->getType()} \$$property->name";
        }
    }
    $methods = $class->getMethods();
    // The order of parameters matters to callers, that of methods does not.
    usort($methods, fn(ReflectionMethod $one, ReflectionMethod $other) => $one->name <=> $other->name);
    foreach ($methods as $method) {
        if ($method->class === $name) {
            array_push($lines, ...method_lines($method));
        }
    }
    return $lines;
}

function method_lines(ReflectionMethod $method): array
{
    $lines = [sprintf(
        '%s function %s%s: %s, %d of %d parameters required, attributes %s%s',
        implode(' ', Reflection::getModifierNames($method->getModifiers())),
        $method->returnsReference() ? '&' : '',
        $method->name,
        $method->getReturnType() ?? $method->getTentativeReturnType() ?? 'no type',
        $method->getNumberOfRequiredParameters(),
        $method->getNumberOfParameters(),
        attributes($method) . ($method->hasTentativeReturnType() ? ', tentative' : ''),
        $method->isDeprecated() ? ', deprecated' : '',
    )];
    foreach ($method->getParameters() as $parameter) {
        $default = 'none';
        if ($parameter->isDefaultValueAvailable()) {
            $default = var_export($parameter->getDefaultValue(), true);
            if ($parameter->isDefaultValueConstant()) {
                $default .= " (constant {$parameter->getDefaultValueConstantName()})";
            }
        }
        $lines[] = sprintf(
            '    %d %s%s%s$%s, default %s, attributes %s%s',
            $parameter->getPosition(),
            $parameter->getType() ?? 'no type',
            $parameter->isPassedByReference() ? ' &' : ' ',
            $parameter->isVariadic() ? '...' : '',
            $parameter->getName(),
            $default,
            attributes($parameter),
            $parameter->isOptional() ? ', optional' : '',
        );
    }
    return $lines;
}

function attributes(ReflectionClass|ReflectionMethod|ReflectionParameter $of): string
{
    $names = array_map(
        fn(ReflectionAttribute $attribute) => $attribute->getName() . ($attribute->getArguments() ? '(...)' : ''),
        $of->getAttributes(),
    );
    return implode(', ', $names) ?: 'none';
}

/** Returns the stub, which is next to the tests or next to the extension. */
function stub(): string
{
    foreach ([dirname(__DIR__, 2), dirname(PhpChild::extension(), 2)] as $folder) {
        if (is_file("$folder/stubs/redislock.php")) {
            return "$folder/stubs/redislock.php";
        }
    }
    throw new RuntimeException('stubs/redislock.php is neither next to the tests nor next to the extension');
}
