--TEST--
null for a parameter that is not nullable is deprecated in weak mode, as everywhere in PHP
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

set_error_handler(function (int $level, string $message) {
    echo $level === E_DEPRECATED ? 'Deprecated: ' : "level $level: ", $message, "\n";
    return true;
});
echo thrown(fn() => new RedisLock(null)), "\n";
echo thrown(fn() => new RedisLock('k', null)), "\n";
echo thrown(fn() => new RedisLock('k', wait: null)), "\n";
echo thrown(fn() => RedisLock::restore('k', null)), "\n";
echo thrown(fn() => new RedisLock('k', replicas: null)), "\n";
echo "nullable ones:\n";
echo thrown(fn() => new RedisLock('k', server: null)), "\n";
echo thrown(fn() => (new RedisLock('k'))->refresh(null)), "\n";

echo "a handler that throws:\n";
set_error_handler(fn(int $level, string $message) => throw new ErrorException($message));
echo thrown(fn() => new RedisLock(null)), "\n";
echo thrown(fn() => RedisLock::restore('k', null)), "\n";
?>
--EXPECT--
Deprecated: RedisLock::__construct(): Passing null to parameter #1 ($key) of type string is deprecated
ValueError: RedisLock::__construct(): Argument #1 ($key) must be between 1 and 65,536 bytes long
Deprecated: RedisLock::__construct(): Passing null to parameter #2 ($ttl) of type float is deprecated
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be between 0.001 and 1e9 seconds
Deprecated: RedisLock::__construct(): Passing null to parameter #3 ($wait) of type float is deprecated
nothing thrown, returned RedisLock
Deprecated: RedisLock::restore(): Passing null to parameter #2 ($token) of type string is deprecated
ValueError: RedisLock::restore(): Argument #2 ($token) must be between 1 and 65,536 bytes long
Deprecated: RedisLock::__construct(): Passing null to parameter #10 ($replicas) of type int is deprecated
nothing thrown, returned RedisLock
nullable ones:
nothing thrown, returned RedisLock
nothing thrown, returned false
a handler that throws:
ErrorException: RedisLock::__construct(): Passing null to parameter #1 ($key) of type string is deprecated
ErrorException: RedisLock::restore(): Passing null to parameter #2 ($token) of type string is deprecated
