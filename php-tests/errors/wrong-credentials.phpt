--TEST--
Wrong, missing and superfluous passwords are reported with Redis's own message, and without the password
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['requirepass' => 'right'], tcp: true);
$redis->ask('AUTH', 'right');
$addresses = [
    'no password' => $redis->tcpAddress(),
    'wrong password' => $redis->tcpAddress(':wrong'),
    'unknown user' => $redis->tcpAddress('unknown:right'),
    'empty password' => $redis->tcpAddress('default:'),
    'Unix, no password' => $redis->address,
    'Unix, wrong password' => "$redis->address?pass=wrong&db=3",
];
foreach ($addresses as $what => $address) {
    $lock = new RedisLock('k', server: $address);
    echo "$what => ", failure(fn() => $lock->acquire()), "\n";
    echo "  again => ", strtok(failure(fn() => $lock->isLocked()), ':'), "\n";
}
every_failure($redis->tcpAddress());
say('connections left open', RedisLock::stats()['connections'] <= 2);

$lock = new RedisLock('k', server: $redis->tcpAddress(':late'));
echo failure(fn() => $lock->acquire()), "\n";
$redis->ask('CONFIG', 'SET', 'requirepass', 'late');
say('once the password is right', $lock->acquire());

$open = RedisServer::start();
echo failure(fn() => (new RedisLock('k', server: "$open->address?pass=needless"))->acquire()), "\n";
?>
--EXPECT--
no password => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
  again => RedisLockConnectionException
wrong password => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
  again => RedisLockConnectionException
unknown user => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
  again => RedisLockConnectionException
empty password => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
  again => RedisLockConnectionException
Unix, no password => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOAUTH Authentication required. (the server wants a password, and its address names none)
  again => RedisLockConnectionException
Unix, wrong password => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock?db=3: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
  again => RedisLockConnectionException
acquire => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
release => RedisLockConnectionException: Cannot release lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
refresh => RedisLockConnectionException: Cannot refresh lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
isOwned => RedisLockConnectionException: Cannot check lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
isLocked => RedisLockConnectionException: Cannot check lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
forceRelease => RedisLockConnectionException: Cannot delete lock "k" on redis://127.0.0.1:<port>: NOAUTH Authentication required. (the server wants a password, and its address names none)
connections left open: true
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server refused the user or the password: WRONGPASS invalid username-password pair or user is disabled. (check user and password of the server's address)
once the password is right: true
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: the server refused the user or the password: ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? (this server has no password, so its address must not name one)
