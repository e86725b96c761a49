--TEST--
After a failover behind a host name, connections to the old, read-only server are replaced, and the wait continues
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/replicas.php';

foreach (['plain' => [], 'fenced' => ['fenced' => true], 'with replicas' => ['replicas' => 1]] as $what => $options) {
    [$master, $replica] = master_and_replicas();
    $proxy = FaultProxy::before($master);
    $lock = new RedisLock('k', ...$options, ttl: 600.0, server: $proxy->address);
    say($what, $lock->acquire());
    // The waiter watches the lock on the queue's connection to the old server.
    $waiter = waiter($master, $options + ['server' => $proxy->address]);
    $waiter->tell('wait');
    await_queue($master, 1);
    await('the replica', fn() => $replica->ask('GET', 'k') === $lock->getToken());
    swap($master, $replica);
    $proxy->leadTo($replica);
    await_replicas($replica, 1);
    $free = new RedisLock('free', ...$options, server: $proxy->address);
    say('another', [$free->acquire(), $free->isOwned(), $free->release()]);
    say('the lock', [$lock->refresh(), $lock->isOwned(), $replica->ask('GET', 'k') === $lock->getToken()]);
    $replica->ask('CONFIG', 'RESETSTAT');
    say('released', $lock->release());
    say('the waiter', count(order_of([$waiter])));
    await('its release', fn() => $replica->ask('EXISTS', 'k') === 0);
    // The next time it watches there.
    $lock->acquire();
    $replica->ask('CONFIG', 'RESETSTAT');
    $waiter = waiter($replica, $options + ['server' => $proxy->address]);
    $waiter->tell('wait');
    await_queue($replica, 1);
    $lock->release();
    say('the next', count(order_of([$waiter])));
    say('errors', RedisLock::stats()['errors']);
}
?>
--EXPECT--
plain: true
another: [true,true,true]
the lock: [true,true,true]
released: true
the waiter: 1
the next: 1
errors: 0
fenced: true
another: [true,true,true]
the lock: [true,true,true]
released: true
the waiter: 1
the next: 1
errors: 0
with replicas: true
another: [true,true,true]
the lock: [true,true,true]
released: true
the waiter: 1
the next: 1
errors: 0
