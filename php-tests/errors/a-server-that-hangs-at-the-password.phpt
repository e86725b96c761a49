--TEST--
If a server hangs at the password or the database, after the connection is made, the call gives up after the timeout
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', 'allkeys', '+@all');
$proxy = FaultProxy::before($redis);
foreach (['AUTH', 'SELECT'] as $command) {
    foreach (['hang', 'close', 'half', 'refuse'] as $fault) {
        $lock = new RedisLock('k', server: "$proxy->address?user=app&pass=p&db=3&read_timeout=0.5");
        $proxy->on($command, $fault);
        echo "$command, $fault => ", failure(fn() => $lock->acquire()), "\n";
    }
}
$redis->ask('SELECT', '3');
say('nothing was set', $redis->ask('DBSIZE'));
?>
--EXPECT--
AUTH, hang => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: no reply within the read timeout (is the server running, and is its address right?)
AUTH, close => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
AUTH, half => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
AUTH, refuse => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
SELECT, hang => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: no reply within the read timeout (is the server running, and is its address right?)
SELECT, close => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
SELECT, half => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
SELECT, refuse => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy?db=3: cannot connect: the server closed the connection (is the server running, and is its address right?)
nothing was set: 0
