--TEST--
FakeRedisLock returns and throws what RedisLock does on a server, step by step
--FILE--
<?php
require __DIR__ . '/../../../php-tests/inc/bootstrap.php';
foreach (['FakeServer', 'FakeRedisLockHolder', 'FakeRedisLock'] as $class) {
    require __DIR__ . "/../src/$class.php";
}
use RedisLock\Testing\FakeRedisLock;

$redis = RedisServer::start();

/** A step's result: what it returns, or the class that it throws. */
function result(Closure $step): mixed
{
    try {
        $result = $step();
    } catch (Throwable $thrown) {
        return $thrown::class;
    }
    return is_object($result) ? [$result->label, $result->isOwn, $result->remaining > 0] : (is_string($result) ? strlen($result) : $result);
}

/** @return array<string, mixed> by the step's source */
function story(string $class, ?string $server): array
{
    $new = fn(...$options) => new $class('order:4711', ...$options + ['server' => $server, 'wait' => 0.0]);
    [$one, $other] = [$new(label: 'one', fenced: true), $new(fenced: true)];
    [$reader, $second] = [$new(shared: true), $new(shared: true)];
    [$given, $twin] = [$new(token: 'mine'), $new(token: 'mine')];
    $restored = null;
    $steps = [
        fn() => $one->getToken(),
        fn() => $one->release(),
        fn() => $one->detach(),
        fn() => $one->tryAcquire(),
        fn() => $one->getToken(),
        fn() => $one->getFence() > 0,
        fn() => $one->isHeld(),
        fn() => $other->tryAcquire(),
        fn() => $other->acquire(0.01),
        fn() => $other->isHeld(),
        fn() => $other->isLocked(),
        fn() => $other->getHolder(),
        fn() => $one->getHolder(),
        fn() => $other->synchronized(fn() => 'done'),
        fn() => $one->acquire(),
        fn() => $one->getFence() > 0,
        fn() => $one->refresh(20.0),
        fn() => $one->getTtl(),
        fn() => $one->getRemaining() > 15 && $one->getRemaining() <= 20,
        fn() => $reader->tryAcquire(),
        fn() => $one->release(),
        fn() => $one->isHeld(),
        fn() => $one->release(),
        fn() => $other->synchronized(fn($lock) => [$lock === $other, $lock->isHeld()]),
        fn() => $other->getFence(),
        fn() => $other->synchronized(fn() => throw new DomainException()),
        fn() => $other->isLocked(),
        fn() => $other->synchronized(fn() => $one->forceRelease()),
        fn() => $one->tryAcquire(),
        fn() => $other->forceRelease(),
        fn() => $one->isOwned(),
        fn() => $one->refresh(),
        fn() => $one->isHeld(),
        fn() => $other->forceRelease(),
        fn() => $reader->tryAcquire(),
        fn() => $second->tryAcquire(),
        fn() => $one->tryAcquire(),
        fn() => $second->release(),
        fn() => $reader->release(),
        fn() => $given->tryAcquire(),
        fn() => $twin->tryAcquire(),
        fn() => $twin->release(),
        fn() => $given->release(),
        fn() => $one->tryAcquire(),
        function () use ($class, $server, $one, &$restored) {
            $restored = $class::restore('order:4711', $one->detach(), server: $server, wait: 0.0);
            return $one->isHeld();
        },
        fn() => $restored->isHeld(),
        fn() => $restored->isOwned(),
        fn() => $restored->refresh(),
        fn() => $restored->isHeld(),
        fn() => $restored->release(),
        function () use ($new) {
            $gone = $new();
            $gone->tryAcquire();
        },
        fn() => $one->isLocked(),
        fn() => new $class('', server: $server),
        fn() => new $class('k', ttl: 0.0, server: $server),
        fn() => new $class('k', wait: -1.0, server: $server),
        fn() => $one->acquire(-1.0),
        fn() => clone $one,
    ];
    return array_map(fn(Closure $step) => result($step), $steps);
}

FakeRedisLock::reset();
$real = story(RedisLock::class, $redis->address);
$fake = story(FakeRedisLock::class, null);
foreach ($real as $number => $result) {
    $result === $fake[$number] || print 'step ' . $number + 1 . ': ' . json_encode($result) . ', but the fake: ' . json_encode($fake[$number]) . "\n";
}
say('steps', count($real));
?>
--EXPECT--
steps: 57
