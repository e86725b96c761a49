--TEST--
A server out of memory refuses a waiter's attempt, but the holder keeps its lock and can refresh and release a share
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
foreach (['exclusive' => [], 'shared' => ['shared' => true], 'fenced' => ['fenced' => true]] as $kind => $options) {
    $holder = new RedisLock('k', ttl: 600.0, server: $redis->address, shared: $kind === 'shared', fenced: $kind === 'fenced');
    $holder->acquire();
    $waiters = queued_waiters($redis, 2, $kind === 'fenced' ? $options : []);
    $redis->ask('CONFIG', 'SET', 'maxmemory', '1');
    $redis->ask('CONFIG', 'RESETSTAT');
    say("$kind: refreshed", $holder->refresh()); // which sends an invalidation message to the waiters
    await('an attempt', fn() => str_contains($redis->ask('INFO', 'errorstats'), 'OOM'));
    say('held', $holder->isOwned());
    $redis->ask('CONFIG', 'SET', 'maxmemory', '0');
    say('given back', $holder->release());
    $order = order_of($waiters);
    sort($order);
    say('the others', $order);
    array_walk($waiters, fn($waiter) => $waiter->kill());
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
exclusive: refreshed: true
held: true
given back: true
the others: [0,1]
shared: refreshed: true
held: true
given back: true
the others: [0,1]
fenced: refreshed: true
held: true
given back: true
the others: [0,1]
