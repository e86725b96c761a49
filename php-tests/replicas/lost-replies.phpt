--TEST--
If the connection breaks between the replies to SET and WAIT, the attempt is repeated; without a reply to WAIT the next command deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';
require __DIR__ . '/../inc/replicas.php';

[$master, $replica] = master_and_replicas();
$proxy = FaultProxy::before($master);
foreach (['close', 'refuse', 'half'] as $fault) {
    foreach ([false, true] as $fenced) {
        $lock = new RedisLock('k', ttl: 600.0, fenced: $fenced, replicas: 1, server: "$proxy->address?read_timeout=20");
        $proxy->on('WAIT', $fault);
        say($fault, [$lock->acquire(), $lock->isOwned(), $master->ask('GET', 'k') === $lock->getToken(), $lock->release()]);
    }
    // All replies lost: those to both commands, and to a third one if a deletion is due between them.
    $proxy->always('WAIT', $fault);
    $lock = new RedisLock('k', ttl: 600.0, replicas: 1, server: $proxy->address);
    echo failure(fn() => $lock->tryAcquire()), "\n";
    $proxy->reset();
    say('once it behaves', [$lock->tryAcquire(), $lock->isOwned(), $lock->release(), $master->ask('EXISTS', 'k')]);
}
$proxy->on('WAIT', 'hang');
$lock = new RedisLock('k', ttl: 600.0, replicas: 1, server: "$proxy->address?read_timeout=1.5");
echo failure(fn() => $lock->tryAcquire()), "\n";
say('the next call', [$lock->tryAcquire(), $lock->isOwned(), $lock->release(), $master->ask('EXISTS', 'k')]);
?>
--EXPECT--
close: [true,true,true,true]
close: [true,true,true,true]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
once it behaves: [true,true,true,0]
refuse: [true,true,true,true]
refuse: [true,true,true,true]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
once it behaves: [true,true,true,0]
half: [true,true,true,true]
half: [true,true,true,true]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: the connection was closed before the reply came; whether the command was executed is not known (did the server or a proxy restart? calling again is safe)
once it behaves: [true,true,true,0]
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
the next call: [true,true,true,0]
