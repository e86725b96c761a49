--TEST--
However many newer waiters give up, one watches beside the head; who gives that up, or has the lock, leaves it to the next
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

/** Some that come last and give up: with them the duty of those before them has gone. */
function come_and_go(RedisServer $redis, int $count): void
{
    $waiters = array_map(fn() => waiter($redis), range(1, $count));
    foreach ($waiters as $waiter) {
        $waiter->tell('0.3');
    }
    foreach ($waiters as $waiter) {
        $waiter->hear();
    }
}

/** Whether this one gets the lock long before a head that is dead is missed. */
function gets_it_soon(PhpChild $waiter): bool
{
    $start = now();
    $waiter->hear();
    return now() - $start < 1.0 || is_slow();
}

// Again and again: a call to watch is forgotten after two seconds.
$holder->acquire();
$waiters = line_of($redis, 8, killed: true);
for ($start = now(); now() < $start + (is_slow() ? 1.0 : 7.0);) {
    come_and_go($redis, 1);
}
say('in line', $redis->info('blocked_clients') >= 6);
$holder->release();
$order = order_of($waiters);
sort($order);
say('all have had it', $order === range(0, 7));

// The head dies, the second has the lock: the next one is not to wait until that is noticed.
foreach (['the second has had the lock' => false, 'the second has given up' => true] as $how => $givesUp) {
    keys_left($redis);
    $holder->acquire();
    [$head] = line_of($redis, 1, killed: true);
    [$two, $three] = [waiter($redis, killed: true), waiter($redis, killed: true)];
    $two->tell($givesUp ? '3' : 'wait');
    await_line($redis, 2);
    $three->tell('wait');
    await_line($redis, 3);
    // Who comes for moments only may not even have stood in line.
    await('the second', function () use ($redis) {
        come_and_go($redis, 4);
        return $redis->info('blocked_clients') === 1;
    });
    if ($givesUp) {
        $two->hear();
        await('the next in its place', fn() => $redis->info('blocked_clients') === 0);
    }
    $sender->send('STOP', $head);
    $holder->release();
    if (!$givesUp) {
        $two->hear();
        $two->tell('release');
    }
    say($how, gets_it_soon($three));
    $three->tell('release');
    foreach ([$head, $two, $three] as $waiter) {
        $waiter->kill();
    }
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
in line: true
all have had it: true
the second has had the lock: true
the second has given up: true
