--TEST--
Spans of the work are in the span of synchronized(), also if the work leaves a scope attached; two fibers do not mix theirs
--FILE--
<?php
require __DIR__ . '/inc.php';

use OpenTelemetry\Context\Context;

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$show = function (string $what): void {
    echo "$what\n  ", implode("\n  ", shown_spans()), "\n";
};
[$outer, $inner] = [new RedisLock('outer'), new RedisLock('inner')];
call($outer, 'synchronized', function (RedisLock $outer) use ($inner) {
    call($outer, 'acquire');
    call($inner, 'synchronized', fn() => call($inner, 'release'));
});
call($outer, 'release');
$show('nested');

RedisLock::setPoll(fn($stream, float $seconds) => Fiber::suspend());
[$fibers, $context] = [[], Context::getCurrent()];
foreach ([new RedisLock('k'), new RedisSemaphore('k2', 1)] as $lock) {
    $fibers[] = new Fiber(function () use ($lock, $context): void {
        // Without FFI, a fiber has no context of OpenTelemetry before it attaches one.
        $scope = Context::storage()->attach($context);
        call($lock, 'synchronized', function (object $lock): void {
            Fiber::suspend();
            call($lock, 'acquire');
            Fiber::suspend();
        });
        $scope->detach();
    });
}
array_map(fn(Fiber $fiber) => $fiber->start(), $fibers);
while ($waiting = array_filter($fibers, fn(Fiber $fiber): bool => !$fiber->isTerminated())) {
    array_map(fn(Fiber $fiber) => $fiber->resume(), $waiting);
}
$lines = shown_spans();
sort($lines);
echo "in fibers\n  ", implode("\n  ", $lines), "\n";

RedisLock::setPoll(null);
call($outer, 'synchronized', fn() => Context::storage()->attach($context));
$show('a scope is left attached');
?>
--EXPECT--
nested
  RedisLock::acquire in RedisLock::synchronized [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisLock::release in RedisLock::synchronized [{"redislock.outcome":"released"},"no error"]
  RedisLock::synchronized in RedisLock::synchronized [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisLock::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisLock::release in nothing [{"redislock.outcome":"not_held"},"no error"]
in fibers
  RedisLock::acquire in RedisLock::synchronized [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisLock::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisSemaphore::acquire in RedisSemaphore::synchronized [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisSemaphore::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
a scope is left attached
  RedisLock::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
