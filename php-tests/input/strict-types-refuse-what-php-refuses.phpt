--TEST--
With strict_types, nothing is coerced but an int to a float
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../inc/bootstrap.php';

final class Text
{
    public function __toString(): string { return 'redis://localhost'; }
}

say('int ttl', (new RedisLock('k', 5, 1, retryInterval: 1))->getTtl());
refusals([
    'int key' => fn() => new RedisLock(123),
    'Stringable key' => fn() => new RedisLock(new Text()),
    'null key' => fn() => new RedisLock(null),
    'array key' => fn() => new RedisLock([]),
    'string ttl' => fn() => new RedisLock('k', '5'),
    'null ttl' => fn() => new RedisLock('k', null),
    'string wait' => fn() => new RedisLock('k', wait: '1'),
    'int server' => fn() => new RedisLock('k', server: 5),
    'Stringable server' => fn() => new RedisLock('k', server: new Text()),
    'int flag' => fn() => new RedisLock('k', autoRenew: 0),
    'string number' => fn() => new RedisLock('k', replicas: '0'),
    'float for an int' => fn() => new RedisLock('k', replicas: 0.0),
    'string wait of acquire' => fn() => (new RedisLock('k'))->acquire('1'),
    'string ttl of refresh' => fn() => (new RedisLock('k'))->refresh('1'),
    'int token' => fn() => RedisLock::restore('k', 5),
    'float server of restore' => fn() => RedisLock::restore('k', 't', 1.0, 1.5),
]);
?>
--EXPECT--
int ttl: 5.0
int key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, int given
Stringable key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, Text given
null key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, null given
array key => TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type string, array given
string ttl => TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type float, string given
null ttl => TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type float, null given
string wait => TypeError: RedisLock::__construct(): Argument #3 ($wait) must be of type float, string given
int server => TypeError: RedisLock::__construct(): Argument #4 ($server) must be of type array|string|null, int given
Stringable server => TypeError: RedisLock::__construct(): Argument #4 ($server) must be of type array|string|null, Text given
int flag => TypeError: RedisLock::__construct(): Argument #5 ($autoRenew) must be of type bool, int given
string number => TypeError: RedisLock::__construct(): Argument #10 ($replicas) must be of type int, string given
float for an int => TypeError: RedisLock::__construct(): Argument #10 ($replicas) must be of type int, float given
string wait of acquire => TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type ?float, string given
string ttl of refresh => TypeError: RedisLock::refresh(): Argument #1 ($ttl) must be of type ?float, string given
int token => TypeError: RedisLock::restore(): Argument #2 ($token) must be of type string, int given
float server of restore => TypeError: RedisLock::restore(): Argument #4 ($server) must be of type array|string|null, float given
