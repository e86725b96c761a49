--TEST--
The stub says of every method that asks the server, and of no other, that it throws RedisLockConnectionException
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/reflection.php';

foreach ([RedisLock::class => [], RedisSemaphore::class => ['permits' => 5]] as $class => $needed) {
    $said = PhpChild::start(
        'require $argv[1]; foreach ((new ReflectionClass($argv[2]))->getMethods() as $method) {
            echo str_contains((string) $method->getDocComment(), "@throws RedisLockConnectionException") ? "{$method->name}\n" : "";
        }',
        [stub(), $class],
        extensions: [],
    )->finish();

    $asking = [];
    foreach ((new ReflectionClass($class))->getMethods() as $method) {
        if ($method->isConstructor() || $method->name === 'restore') {
            continue; // they make what asks
        }
        $lock = $class::restore('k', 'token', ...$needed, server: 'unix:///nowhere');
        try {
            $method->invoke($method->isStatic() ? null : $lock, ...($method->name === 'synchronized' ? [fn() => null] : []));
        } catch (RedisLockConnectionException) {
            $asking[] = $method->name;
        } catch (RedisLockException) {
        }
    }
    say("methods of $class that ask", $asking);
    say('the stub says the same', explode("\n", trim($said)) === $asking);
}
?>
--EXPECT--
methods of RedisLock that ask: ["acquire","tryAcquire","release","refresh","synchronized","forceRelease","isOwned","isLocked","getHolder"]
the stub says the same: true
methods of RedisSemaphore that ask: ["acquire","tryAcquire","release","refresh","synchronized","forceRelease","isOwned","getHolders","getFree"]
the stub says the same: true
