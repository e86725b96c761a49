--TEST--
A method runs on locks only, also by reflection and as a bound closure
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$method = new ReflectionMethod('RedisLock', 'release');
$acquire = $lock->tryAcquire(...);
$release = Closure::fromCallable([$lock, 'release']);

say('as a closure', $acquire());
say('by reflection', $method->invoke($lock));
refusals([
    'by reflection on another object' => fn() => $method->invoke(new ArrayObject()),
    'statically' => fn() => RedisLock::release(),
    'bound to another object' => fn() => @$release->bindTo(new ArrayObject()),
]);
$other = new RedisLock('other', server: $redis->address);
say('bound to another lock', ($acquire->bindTo($other))());
say('held', [$lock->isHeld(), $other->isHeld()]);
?>
--EXPECT--
as a closure: true
by reflection: true
by reflection on another object => ReflectionException: Given object is not an instance of the class this method was declared in
statically => Error: Non-static method RedisLock::release() cannot be called statically
bound to another object => nothing thrown, returned null
bound to another lock: true
held: [false,true]
