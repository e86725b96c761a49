--TEST--
A key or token that is empty or longer than 65,536 bytes is a ValueError, and so is a key named like a helper key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

refusals([
    'empty key' => fn() => new RedisLock(''),
    'long key' => fn() => new RedisLock(str_repeat('k', 65_537)),
    'empty key to restore' => fn() => RedisLock::restore('', 'token'),
    'long key to restore' => fn() => RedisLock::restore(str_repeat('k', 65_537), 'token'),
    'empty token' => fn() => RedisLock::restore('k', ''),
    'long token' => fn() => RedisLock::restore('k', str_repeat('t', 65_537)),
    'a key beside a lock' => fn() => new RedisLock('{k}:redislock:seat1'),
    'a key beside a lock to restore' => fn() => RedisLock::restore('{k}::redislock:fence', 'token'),
]);
say('longest key', strlen((new RedisLock(str_repeat('k', 65_536)))->getKey()));
say('longest token', strlen(RedisLock::restore('k', str_repeat('t', 65_536))->getToken()));
?>
--EXPECT--
empty key => ValueError: RedisLock::__construct(): Argument #1 ($key) must be between 1 and 65,536 bytes long
long key => ValueError: RedisLock::__construct(): Argument #1 ($key) must be between 1 and 65,536 bytes long
empty key to restore => ValueError: RedisLock::restore(): Argument #1 ($key) must be between 1 and 65,536 bytes long
long key to restore => ValueError: RedisLock::restore(): Argument #1 ($key) must be between 1 and 65,536 bytes long
empty token => ValueError: RedisLock::restore(): Argument #2 ($token) must be between 1 and 65,536 bytes long
long token => ValueError: RedisLock::restore(): Argument #2 ($token) must be between 1 and 65,536 bytes long
a key beside a lock => ValueError: RedisLock::__construct(): Argument #1 ($key) must not end with ":redislock:" and "fence", "looks", "seat1", "seat2", "vacant" or "watchers": what is kept beside a lock is named so
a key beside a lock to restore => ValueError: RedisLock::restore(): Argument #1 ($key) must not end with ":redislock:" and "fence", "looks", "seat1", "seat2", "vacant" or "watchers": what is kept beside a lock is named so
longest key: 65536
longest token: 65536
