--TEST--
If the database does not exist, calls throw Redis's own message
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['databases' => '4'], tcp: true);
echo failure(fn() => (new RedisLock('k', server: $redis->tcpAddress('', '/4')))->acquire()), "\n";
echo failure(fn() => (new RedisLock('k', server: "$redis->address?db=17"))->isLocked()), "\n";
say('the last one', (new RedisLock('k', server: $redis->tcpAddress('', '/3')))->acquire());
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>/4: connected, but the server does not have this database: ERR DB index is out of range (a server has the databases 0 to 15, unless its setting "databases" says otherwise)
RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock?db=17: connected, but the server does not have this database: ERR DB index is out of range (a server has the databases 0 to 15, unless its setting "databases" says otherwise)
the last one: true
