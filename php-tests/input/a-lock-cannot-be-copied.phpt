--TEST--
A lock cannot be cloned, serialized, unserialized, exported back or subclassed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
refusals([
    'clone' => fn() => clone $lock,
    'serialize' => fn() => serialize($lock),
    'serialize in an array' => fn() => serialize([1, $lock]),
    'unserialize' => fn() => unserialize('O:9:"RedisLock":0:{}'),
    'unserialize in C format' => fn() => @unserialize('C:9:"RedisLock":0:{}'),
    'var_export' => fn() => var_export($lock, true),
    '__set_state' => fn() => RedisLock::__set_state([]),
]);
say('the class is final', (new ReflectionClass('RedisLock'))->isFinal());
say('cloneable', (new ReflectionClass('RedisLock'))->isCloneable());
say('still held', $lock->isHeld() && $redis->ask('GET', 'k') === $lock->getToken());
$child = PhpChild::start('class Sub extends RedisLock {}', mergeErrors: true);
echo trim($child->finish()), "\n";
?>
--EXPECT--
clone => Error: Trying to clone an uncloneable object of class RedisLock
serialize => Exception: Serialization of 'RedisLock' is not allowed
serialize in an array => Exception: Serialization of 'RedisLock' is not allowed
unserialize => Exception: Unserialization of 'RedisLock' is not allowed
unserialize in C format => Exception: Unserialization of 'RedisLock' is not allowed
var_export => nothing thrown, returned "\\RedisLock::__set_state(array(\n))"
__set_state => Error: Call to undefined method RedisLock::__set_state()
the class is final: true
cloneable: false
still held: true
Fatal error: Class Sub cannot extend final class RedisLock in Command line code on line 1
