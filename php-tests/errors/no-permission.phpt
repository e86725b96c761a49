--TEST--
If a user lacks permission for a command or a key, the error has Redis's own message and names the needed permissions
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'nothing', 'on', '>p', 'allkeys', '-@all');
$redis->ask('ACL', 'SETUSER', 'elsewhere', 'on', '>p', '~elsewhere:*', '+@all');
$redis->ask('ACL', 'SETUSER', 'noscripts', 'on', '>p', 'allkeys', '+@all', '-eval', '-evalsha');
every_failure("$redis->address?user=nothing&pass=p");
echo failure(fn() => (new RedisLock('k', server: "$redis->address?user=elsewhere&pass=p"))->acquire()), "\n";
say('its own keys', (new RedisLock('elsewhere:k', server: "$redis->address?user=elsewhere&pass=p"))->acquire());

$lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?user=noscripts&pass=p");
say('acquired without scripts', $lock->acquire());
echo failure(fn() => $lock->release()), "\n";
say('still held', $lock->isHeld());
$redis->ask('ACL', 'SETUSER', 'noscripts', '+eval', '+evalsha');
say('released once permitted', $lock->release());
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'set' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'set' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'set' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'evalsha' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'evalsha' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
isOwned => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'evalsha' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'exists' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'exists' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to access one of the keys used as arguments (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
its own keys: true
acquired without scripts: true
RedisLockConnectionException: Cannot release lock "k" on unix://.../redis.sock: NOPERM this user has no permissions to run the 'evalsha' command (the user needs GET, SET, DEL, EXISTS, PEXPIRE, PERSIST, PTTL, TIME, EVAL and EVALSHA on the key, and on {key}:redislock:fence if fenced)
still held: true
released once permitted: true
