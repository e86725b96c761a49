--TEST--
A release notifies two waiters for a share, and all others sleep and track nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 6 : 40;
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$waiters = array_map(fn() => waiter($redis, ['shared' => true]), range(1, $count));
array_map(fn(PhpChild $waiter) => $waiter->tell('wait'), $waiters);
await('all', fn() => $redis->info('blocked_clients') === $count - 2);
// The server's tracking table: a connection and a key each, and on Redis 7.0 all four keys of a script that reads one.
$watched = $redis->info('tracking_total_items');
say('two watch', $watched <= 2 * 4 ?: $watched);
$holder->release();
say('all are in', array_filter(array_map(fn(PhpChild $waiter) => json_decode($waiter->hear())[0], $waiters)) === array_fill(0, $count, true));
?>
--EXPECT--
two watch: true
all are in: true
