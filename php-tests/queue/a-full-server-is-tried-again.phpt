--TEST--
A server on a Unix socket without room for a second connection is tried again, however it closes the connection
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiters = array_map(fn() => waiter($redis), range(1, 10));
foreach ($waiters as $waiter) {
    $waiter->tell('0');
    $waiter->hear(); // so each has its first connection
}
$redis->ask('CONFIG', 'SET', 'maxclients', (string) $redis->info('connected_clients'));
foreach ($waiters as $n => $waiter) {
    $waiter->tell('wait');
    await('a refusal', fn() => $redis->info('rejected_connections') > $n);
}
$redis->ask('CONFIG', 'SET', 'maxclients', '100');
await('all waiters queued', fn() => $redis->info('blocked_clients') === 8);
$redis->ask('DEL', 'k');
say('all', count(order_of($waiters)));
?>
--EXPECT--
all: 10
