--TEST--
Waiters get the lock in the order of arrival, also after one of them is killed, loses its connection or gives up
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

/** How many pairs went in the other order than they came: a waiter that a busy machine halts for 55 ms is passed over. */
function inversions(array $order): int
{
    $count = 0;
    foreach ($order as $n => $one) {
        $count += count(array_filter(array_slice($order, $n + 1), fn($later) => $later < $one));
    }
    return $count;
}

$redis = RedisServer::start();
$count = is_slow() ? 5 : 12;
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

$holder->acquire();
$waiters = line_of($redis, $count);
$holder->release();
// Of 12 that poll, some 33 of the 66 pairs.
say('all, in order', inversions($order = order_of($waiters)) <= $count && count($order) === $count ?: $order);

$holder->acquire();
line_up($redis, $waiters);
$holder->release();
say('once more', inversions($order = order_of($waiters)) <= $count && count($order) === $count ?: $order);

$holder->acquire();
$waiters = line_of($redis, 5, killed: true);
$redis->ask('CLIENT', 'KILL', 'ID', array_slice(waiting_connections($redis), -5)[1]);
$waiters[3]->kill();
$waiters[5] = waiter($redis);
$waiters[5]->tell('0.05');
say('one whose time is up', $waiters[5]->hear());
// The one whose connection was closed has come back, as the last. The newest has left, and had the first in line watch, too: it
// lets the head go first, and then either of the two that watch may be the next.
await('4 waiters', fn() => count(waiting_connections($redis)) >= 4);
$holder->release();
unset($waiters[3], $waiters[5]);
$order = order_of($waiters);
say('the rest', count($order) === 4 && inversions(array_values(array_diff($order, [1]))) <= 2 ?: $order);
?>
--EXPECT--
all, in order: true
once more: true
one whose time is up: "[false,null]"
the rest: true
