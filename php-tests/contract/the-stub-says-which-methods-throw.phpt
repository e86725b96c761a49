--TEST--
The stub says of every method that asks the server, and of no other, that it throws RedisLockConnectionException
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/reflection.php';

foreach ([RedisLock::class => [], RedisSemaphore::class => ['permits' => 5], RedisMultiLock::class => []] as $class => $needed) {
    $said = PhpChild::start(
        'require $argv[1]; foreach ((new ReflectionClass($argv[2]))->getMethods() as $method) {
            echo str_contains((string) $method->getDocComment(), "@throws RedisLockConnectionException") ? "{$method->name}\n" : "";
        }',
        [stub(), $class],
        extensions: [],
    )->finish();

    $asking = [];
    $arguments = ['synchronized' => [fn() => null], 'setPoll' => [null], 'listen' => [null]];
    foreach ((new ReflectionClass($class))->getMethods() as $method) {
        if ($method->isConstructor() || $method->name === 'restore') {
            continue; // they make what asks
        }
        $lock = $class::restore($class === RedisMultiLock::class ? ['k', 'l'] : 'k', 'token', ...$needed, server: 'unix:///nowhere');
        try {
            $method->invoke($method->isStatic() ? null : $lock, ...($arguments[$method->name] ?? []));
        } catch (RedisLockConnectionException) {
            $asking[] = $method->name;
        } catch (RedisLockException) {
        }
    }
    sort($asking);
    say("methods of $class that ask", $asking);
    $said = explode("\n", trim($said));
    sort($said);
    say('the stub says the same', $said === $asking);
}
?>
--EXPECT--
methods of RedisLock that ask: ["acquire","forceRelease","getHolder","isLocked","isOwned","refresh","release","synchronized","tryAcquire"]
the stub says the same: true
methods of RedisSemaphore that ask: ["acquire","forceRelease","getFree","getHolders","isOwned","refresh","release","synchronized","tryAcquire"]
the stub says the same: true
methods of RedisMultiLock that ask: ["acquire","isOwned","refresh","release","synchronized","tryAcquire"]
the stub says the same: true
