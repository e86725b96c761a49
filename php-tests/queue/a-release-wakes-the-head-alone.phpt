--TEST--
Of all who stand in line, the server tells none of a release, nor of what the queue does then: only the head and some deputies watch
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 6 : 40;
foreach (['the lock' => [], 'a share' => ['shared' => true]] as $of => $options) {
    $holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
    $holder->acquire();
    $waiters = line_of($redis, $count, $options);
    // What the server remembers: a connection and a key each. Beside the head, those whom no later one has told of itself.
    $watched = $redis->info('tracking_total_items');
    say("who waits for $of", $watched < 1.5 * $count + 20 ?: $watched);
    array_map(fn(PhpChild $waiter) => $waiter->kill(), $waiters);
    await('the end of the line', fn() => $redis->info('blocked_clients') === 0);
    $holder->release();
    await('the end of the queue', fn() => $redis->ask('KEYS', '*') === []);
}
?>
--EXPECT--
who waits for the lock: true
who waits for a share: true
