--TEST--
Of all who stand in line for a share, the server tells none of a release, nor of what the queue does then: only the head and some deputies watch
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
await('all', fn() => $redis->info('blocked_clients') === $count - 1);
// What the server remembers: a connection and two keys each. If all watched, there would be four keys each, and more: 169 of 40
// waiters. A waiter that is a deputy for a moment, as many are on a busy machine, leaves a third one or a fourth: 120 were seen.
$watched = $redis->info('tracking_total_items');
say('few watch', $watched < 3.75 * $count ?: $watched);
$holder->release();
say('all are in', array_filter(array_map(fn(PhpChild $waiter) => json_decode($waiter->hear())[0], $waiters)) === array_fill(0, $count, true));
?>
--EXPECT--
few watch: true
all are in: true
