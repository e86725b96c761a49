<?php

// PHP's own words where PHP knows; ours for what only a lock knows.
$with = fn(mixed ...$arguments) => fn() => new RedisLock(...$arguments + ['server' => 'unix:///nowhere/at/all.sock']);
$lock = new RedisLock('k', server: 'unix:///nowhere/at/all.sock');

return [
    'no argument' => [fn() => new RedisLock(), 'ArgumentCountError: RedisLock::__construct() expects at least 1 argument, 0 given'],
    'an empty key' => [$with(key: ''), 'ValueError: RedisLock::__construct(): Argument #1 ($key) must be between 1 and 65,536 bytes long'],
    'a key of what is kept beside a lock' => [$with(key: '{k}:redislock:head'), 'ValueError: RedisLock::__construct(): Argument #1 ($key) must not end with ":redislock:" and "fence", "head", "looked", "newcomer1", "newcomer2", "second" or "signal": what is kept beside a lock is named so'],
    'a key of 100,000 bytes' => [$with(key: str_repeat('k', 100_000)), 'ValueError: RedisLock::__construct(): Argument #1 ($key) must be between 1 and 65,536 bytes long'],
    'an array for a key' => [$with(key: ['k']), 'TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, array given'],
    'a ttl in words' => [$with(key: 'k', ttl: '30 seconds'), 'TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type float, string given'],
    'a ttl of 0' => [$with(key: 'k', ttl: 0.0), 'ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds'],
    'a negative ttl' => [$with(key: 'k', ttl: -1.0), 'ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds'],
    'a ttl that is no number' => [$with(key: 'k', ttl: NAN), 'ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds'],
    'a ttl for ever' => [$with(key: 'k', ttl: INF), 'ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds'],
    'a ttl in milliseconds, which is more than eight hours' => [$with(key: 'k', ttl: 30_000), 'nothing thrown, returned RedisLock'],
    'a negative wait' => [$with(key: 'k', wait: -1.0), 'ValueError: RedisLock::__construct(): Argument #3 ($wait) must be between 0 and INF seconds'],
    'a wait that is no number' => [$with(key: 'k', wait: NAN), 'ValueError: RedisLock::__construct(): Argument #3 ($wait) must be between 0 and INF seconds'],
    'maxHold of 0' => [$with(key: 'k', maxHold: 0.0), 'ValueError: RedisLock::__construct(): Argument #6 ($maxHold) must be greater than 0 seconds'],
    'a retryInterval in milliseconds' => [$with(key: 'k', retryInterval: 100.0), 'ValueError: RedisLock::__construct(): Argument #9 ($retryInterval) must be between 0.001 and 60 seconds'],
    'a retryInterval of 0' => [$with(key: 'k', retryInterval: 0.0), 'ValueError: RedisLock::__construct(): Argument #9 ($retryInterval) must be between 0.001 and 60 seconds'],
    'negative replicas' => [$with(key: 'k', replicas: -1), 'ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be greater than or equal to 0'],
    'replicas of a list' => [fn() => new RedisLock('k', server: ['redis://a', 'redis://b', 'redis://c'], replicas: 1), 'ValueError: RedisLock::__construct(): Argument #10 ($replicas) must be 0 with a list of servers, which has no replicas'],
    'an unknown named argument' => [$with(key: 'k', timeout: 5.0), 'Error: Unknown named parameter $timeout'],
    'a fence on a cluster for a key that has none' => [fn() => new RedisLock('a}b', server: 'redis-cluster://a', fenced: true), 'ValueError: RedisLock::__construct(): Argument #1 ($key) must have a hash tag like {name} to be fenced on a cluster: with a \'}\' and no tag, nothing can be kept beside it'],
    'a number for the servers' => [fn() => new RedisLock('k', server: 6379), 'ValueError: RedisLock::__construct(): Argument #4 ($server) has no scheme: it must begin with redis://, rediss:// (TLS), unix://, redis-sentinel:// or redis-cluster://, like redis://host:6379/0'],
    'an object for the servers' => [fn() => new RedisLock('k', server: new stdClass()), 'TypeError: RedisLock::__construct(): Argument #4 ($server) must be of type array|string|null, stdClass given'],
    'an empty token' => [fn() => RedisLock::restore('k', ''), 'ValueError: RedisLock::restore(): Argument #2 ($token) must be between 1 and 65,536 bytes long'],
    'no token' => [fn() => RedisLock::restore('k'), 'ArgumentCountError: RedisLock::restore() expects at least 2 arguments, 1 given'],
    'acquire() with a negative wait' => [fn() => $lock->acquire(-1.0), 'ValueError: RedisLock::acquire(): Argument #1 ($wait) must be between 0 and INF seconds'],
    'refresh() with a ttl of 0' => [fn() => $lock->refresh(0.0), 'ValueError: RedisLock::refresh(): Argument #1 ($ttl) must be between 0.001 and 1e9 seconds'],
    'synchronized() without work' => [fn() => $lock->synchronized(), 'ArgumentCountError: RedisLock::synchronized() expects at least 1 argument, 0 given'],
    'synchronized() with what is no function' => [fn() => $lock->synchronized('no_such_function'), 'TypeError: RedisLock::synchronized(): Argument #1 ($work) must be a valid callback, function "no_such_function" not found or invalid function name'],
    'an undefined method' => [fn() => $lock->lock(), 'Error: Call to undefined method RedisLock::lock()'],
    'a property' => [function () use ($lock) {
        $lock->ttl = 5.0;
    }, 'Error: Cannot create dynamic property RedisLock::$ttl'],
    'clone' => [fn() => clone $lock, 'Error: Trying to clone an uncloneable object of class RedisLock'],
    'serialize()' => [fn() => serialize($lock), 'Exception: Serialization of \'RedisLock\' is not allowed'],
    'unserialize()' => [fn() => unserialize('O:9:"RedisLock":0:{}'), 'Exception: Unserialization of \'RedisLock\' is not allowed'],
    'constructed twice' => [fn() => $lock->__construct('k'), 'Error: A RedisLock cannot be constructed twice'],
    'not constructed' => [fn() => (new ReflectionClass('RedisLock'))->newInstanceWithoutConstructor()->acquire(), 'ReflectionException: Class RedisLock is an internal class marked as final that cannot be instantiated without invoking its constructor'],
];
