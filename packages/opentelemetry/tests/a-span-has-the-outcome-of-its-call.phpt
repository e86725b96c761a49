--TEST--
A span of each acquire(), tryAcquire(), synchronized() and release() has its outcome; an error is the class of the exception
--FILE--
<?php
require __DIR__ . '/inc.php';

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address);
$show = function (string $what): void {
    echo "$what\n  ", implode("\n  ", shown_spans()), "\n";
};
$kinds = [
    'RedisLock' => fn(mixed ...$options) => new RedisLock('k', ...$options),
    'RedisSemaphore' => fn(mixed ...$options) => new RedisSemaphore('s', 1, ...$options),
    'RedisMultiLock' => fn(mixed ...$options) => new RedisMultiLock(['m', 'n'], ...$options),
];
foreach ($kinds as $class => $new) {
    [$lock, $other] = [$new(), $new(ttl: 60.0)];
    say('returned', [call($lock, 'acquire'), call($other, 'acquire', 0.0), call($other, 'tryAcquire'), call($lock, 'release'), call($lock, 'release')]);
    say('returned', [call($other, 'tryAcquire'), strstr(thrown(fn() => call($lock, 'synchronized', fn() => 1, 0.0)), ':', true), call($other, 'release')]);
    say('returned', call($lock, 'synchronized', fn() => 'done'));
    thrown(fn() => call($lock, 'synchronized', fn() => throw new DomainException('of the work')));
    thrown(fn() => call($lock, 'synchronized', fn() => $redis->ask('FLUSHALL')));
    $show($class);
}

$lock = new RedisLock('k');
$inner = new RedisLock('k');
thrown(fn() => call($lock, 'synchronized', fn() => call($inner, 'synchronized', fn() => 1, 0.0)));
$show('the inner one is not acquired');
thrown(fn() => call($lock, 'synchronized', fn() => call(new RedisLock('i'), 'synchronized', fn() => $redis->ask('DEL', 'i'))));
$show('the inner one is lost');

$lock->acquire();
shown_spans();
$redis->stop();
thrown(fn() => call($lock, 'release'));
foreach (['acquire', 'tryAcquire', 'synchronized'] as $method) {
    thrown(fn() => call($inner, $method, ...($method === 'synchronized' ? [fn() => 1] : [])));
}
$show('no server');
?>
--EXPECT--
returned: [true,false,false,true,false]
returned: [true,"RedisLockTimeoutException",true]
returned: "done"
RedisLock
  RedisLock::acquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisLock::acquire in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float"},"no error"]
  RedisLock::tryAcquire in nothing [{"redislock.outcome":"refused","redislock.waited":"a float"},"no error"]
  RedisLock::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisLock::release in nothing [{"redislock.outcome":"not_held"},"no error"]
  RedisLock::tryAcquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisLock::synchronized in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float","error.type":"RedisLockTimeoutException"},"error",["exception",{"exception.type":"RedisLockTimeoutException"}]]
  RedisLock::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisLock::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisLock::synchronized in nothing [{"redislock.outcome":"failed","redislock.waited":"a float","error.type":"DomainException"},"error",["exception",{"exception.type":"DomainException"}]]
  RedisLock::synchronized in nothing [{"redislock.outcome":"lost","redislock.waited":"a float","error.type":"RedisLockLostException"},"error",["exception",{"exception.type":"RedisLockLostException"}]]
returned: [true,false,false,true,false]
returned: [true,"RedisLockTimeoutException",true]
returned: "done"
RedisSemaphore
  RedisSemaphore::acquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisSemaphore::acquire in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float"},"no error"]
  RedisSemaphore::tryAcquire in nothing [{"redislock.outcome":"refused","redislock.waited":"a float"},"no error"]
  RedisSemaphore::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisSemaphore::release in nothing [{"redislock.outcome":"not_held"},"no error"]
  RedisSemaphore::tryAcquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisSemaphore::synchronized in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float","error.type":"RedisLockTimeoutException"},"error",["exception",{"exception.type":"RedisLockTimeoutException"}]]
  RedisSemaphore::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisSemaphore::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisSemaphore::synchronized in nothing [{"redislock.outcome":"failed","redislock.waited":"a float","error.type":"DomainException"},"error",["exception",{"exception.type":"DomainException"}]]
  RedisSemaphore::synchronized in nothing [{"redislock.outcome":"lost","redislock.waited":"a float","error.type":"RedisLockLostException"},"error",["exception",{"exception.type":"RedisLockLostException"}]]
returned: [true,false,false,true,false]
returned: [true,"RedisLockTimeoutException",true]
returned: "done"
RedisMultiLock
  RedisMultiLock::acquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisMultiLock::acquire in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float"},"no error"]
  RedisMultiLock::tryAcquire in nothing [{"redislock.outcome":"refused","redislock.waited":"a float"},"no error"]
  RedisMultiLock::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisMultiLock::release in nothing [{"redislock.outcome":"not_held"},"no error"]
  RedisMultiLock::tryAcquire in nothing [{"redislock.outcome":"acquired","redislock.waited":"a float"},"no error"]
  RedisMultiLock::synchronized in nothing [{"redislock.outcome":"timeout","redislock.waited":"a float","error.type":"RedisLockTimeoutException"},"error",["exception",{"exception.type":"RedisLockTimeoutException"}]]
  RedisMultiLock::release in nothing [{"redislock.outcome":"released"},"no error"]
  RedisMultiLock::synchronized in nothing [{"redislock.outcome":"released","redislock.waited":"a float"},"no error"]
  RedisMultiLock::synchronized in nothing [{"redislock.outcome":"failed","redislock.waited":"a float","error.type":"DomainException"},"error",["exception",{"exception.type":"DomainException"}]]
  RedisMultiLock::synchronized in nothing [{"redislock.outcome":"lost","redislock.waited":"a float","error.type":"RedisLockLostException"},"error",["exception",{"exception.type":"RedisLockLostException"}]]
the inner one is not acquired
  RedisLock::synchronized in RedisLock::synchronized [{"redislock.outcome":"timeout","redislock.waited":"a float","error.type":"RedisLockTimeoutException"},"error",["exception",{"exception.type":"RedisLockTimeoutException"}]]
  RedisLock::synchronized in nothing [{"redislock.outcome":"failed","redislock.waited":"a float","error.type":"RedisLockTimeoutException"},"error",["exception",{"exception.type":"RedisLockTimeoutException"}]]
the inner one is lost
  RedisLock::synchronized in RedisLock::synchronized [{"redislock.outcome":"lost","redislock.waited":"a float","error.type":"RedisLockLostException"},"error",["exception",{"exception.type":"RedisLockLostException"}]]
  RedisLock::synchronized in nothing [{"redislock.outcome":"lost","redislock.waited":"a float","error.type":"RedisLockLostException"},"error",["exception",{"exception.type":"RedisLockLostException"}]]
no server
  RedisLock::release in nothing [{"redislock.outcome":"error","error.type":"RedisLockConnectionException"},"error",["exception",{"exception.type":"RedisLockConnectionException"}]]
  RedisLock::acquire in nothing [{"redislock.outcome":"error","redislock.waited":"a float","error.type":"RedisLockConnectionException"},"error",["exception",{"exception.type":"RedisLockConnectionException"}]]
  RedisLock::tryAcquire in nothing [{"redislock.outcome":"error","redislock.waited":"a float","error.type":"RedisLockConnectionException"},"error",["exception",{"exception.type":"RedisLockConnectionException"}]]
  RedisLock::synchronized in nothing [{"redislock.outcome":"error","redislock.waited":"a float","error.type":"RedisLockConnectionException"},"error",["exception",{"exception.type":"RedisLockConnectionException"}]]
