--TEST--
Waiters get the lock in the order in which they came, and so do those left when one of them is killed, loses its connection or gives up
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 5 : 12;
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

$holder->acquire();
$waiters = line_of($redis, $count);
$holder->release();
say('all, in order', order_of($waiters) === range(0, $count - 1));

$holder->acquire();
line_up($redis, $waiters);
$holder->release();
say('once more', order_of($waiters) === range(0, $count - 1));

$holder->acquire();
$waiters = line_of($redis, 5, killed: true);
$redis->ask('CLIENT', 'KILL', 'ID', array_slice(waiting_connections($redis), -5)[1]);
$waiters[3]->kill();
$waiters[5] = waiter($redis);
$waiters[5]->tell('0.05');
say('one whose time is up', $waiters[5]->hear());
await_line($redis, 4); // the one whose connection was closed has come back, as the last
$holder->release();
unset($waiters[3], $waiters[5]);
say('the rest', order_of($waiters));
?>
--EXPECT--
all, in order: true
once more: true
one whose time is up: "[false,null]"
the rest: [0,2,4,1]
