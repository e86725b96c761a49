--TEST--
After a call has timed out at a far server, an object that is destroyed later still has the time to release its lock there
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$server = RedisServer::start();
$server->ask('ACL', 'SETUSER', 'far', 'on', '>p', '~*', '&*', '+@all');
$proxy = FaultProxy::before($server);
$proxy->always('*', 'late', 0.03);
$address = "$proxy->address?user=far&pass=p&read_timeout=1&connect_timeout=1";
foreach (['generated' => [], 'caller-supplied' => ['token' => 'T']] as $kind => $more) {
    $lock = new RedisLock($kind, 600.0, 0.0, $address, ...$more);
    $lock->acquire();
    $proxy->reset();
    $proxy->on('EVALSHA', 'keep');
    $proxy->on('EVAL', 'keep');
    echo strtok(thrown(fn() => $lock->isOwned()), ':'), "\n";
    $proxy->reset();
    $proxy->always('*', 'late', 0.03);
    usleep(1_200_000); // the silence does not count any more
    unset($lock);
    await('the deletion', fn() => $server->ask('EXISTS', $kind) === 0, 10.0);
}
?>
--EXPECT--
RedisLockConnectionException
RedisLockConnectionException
