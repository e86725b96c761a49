--TEST--
If the server has no connections left, tryAcquire() reports it with a hint; acquire() gets the lock if one is free within its wait
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['maxclients' => '2'], tcp: true);
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '&*', '+@all');
$addresses = ['Unix' => $redis->address, 'TCP' => $redis->tcpAddress(), 'Unix, a user' => "$redis->address?user=app&pass=p", 'TCP, a user' => $redis->tcpAddress('app:p')];
foreach ($addresses as $what => $address) {
    echo "$what:\n";
    // Before the second connection, which it would have a copy of.
    $waiter = PhpChild::start(<<<'PHP'
        hear();
        $lock = new RedisLock('k', wait: 600.0, server: $argv[1]);
        say('acquired', $lock->acquire());
        say('errors', RedisLock::stats()['errors']);
        PHP, [$address]);
    $second = $redis->connect();
    $second->ask('PING');
    $lock = new RedisLock('k', server: $address);
    echo str_replace('cannot connect: ', '', failure(fn() => $lock->tryAcquire())), "\n";
    $start = now();
    echo str_replace('cannot connect: ', '', failure(fn() => $lock->acquire(0.3))), "\n";
    say('when the wait is over', now() - $start >= 0.3);
    echo strtok(failure(fn() => $lock->isLocked()), ':'), "\n";
    $waiter->tell('go');
    $refused = $redis->info('rejected_connections');
    await('several refusals', fn() => $redis->info('rejected_connections') > $refused + 4);
    unset($second);
    echo $waiter->finish();
    await('the end of its connections', fn() => $redis->clients() === []);
}
?>
--EXPECT--
Unix:
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
when the wait is over: true
RedisLockConnectionException
acquired: true
errors: 0
TCP:
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
when the wait is over: true
RedisLockConnectionException
acquired: true
errors: 0
Unix, a user:
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
when the wait is over: true
RedisLockConnectionException
acquired: true
errors: 0
TCP, a user:
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
RedisLockConnectionException: Cannot acquire lock "k" on redis://127.0.0.1:<port>: the server has no room for another connection: ERR max number of clients reached (every PHP process keeps its connections: raise maxclients of the server, or lower the number of processes)
when the wait is over: true
RedisLockConnectionException
acquired: true
errors: 0
