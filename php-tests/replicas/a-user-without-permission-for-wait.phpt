--TEST--
If a user lacks permission for WAIT, the exception names it, and nothing remains on the server
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$master->ask('ACL', 'SETUSER', 'app', 'on', '>p', '~*', '&*', '+@all', '-wait');
$address = "$master->address?user=app&pass=p";
foreach (['tryAcquire', 'acquire'] as $method) {
    $lock = new RedisLock('k', ttl: 600.0, replicas: 1, server: $address);
    echo failure(fn() => $lock->$method()), "\n";
    say('left', [$lock->isHeld(), $master->locks()]);
}
echo failure(fn() => $lock->synchronized(fn() => print "the work ran\n")), "\n";
say('left', $master->locks());

// In the queue it is asked for later, on another connection.
$master->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, replicas: 1, wait: 600.0, server: $argv[1]);
    echo preg_replace('/.*?: .*?: /', '', thrown(fn() => $lock->acquire())), "\n";
    hear();
    PHP, [$address]);
$master->ask('CONFIG', 'RESETSTAT');
await_queue($master, 1);
$master->ask('DEL', 'k');
echo neutral_message($waiter->hear()), "\n";
say('left', $master->locks());
$waiter->finish();
say('without replicas', (new RedisLock('k', server: $address))->acquire());
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: replicas cannot be waited for: NOPERM this user has no permissions to run the 'wait' command (with $replicas the user needs WAIT, on a server that has replicas)
left: [false,[]]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: replicas cannot be waited for: NOPERM this user has no permissions to run the 'wait' command (with $replicas the user needs WAIT, on a server that has replicas)
left: [false,[]]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: replicas cannot be waited for: NOPERM this user has no permissions to run the 'wait' command (with $replicas the user needs WAIT, on a server that has replicas)
left: []
replicas cannot be waited for: NOPERM this user has no permissions to run the 'wait' command (with $replicas the user needs WAIT, on a server that has replicas)
left: []
without replicas: true
