--TEST--
If a server closes the queue's connection, or is silent, the waiter asks again at once and is queued; after two failures it polls
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$watchers = [waiter($redis), waiter($redis)];
$waiter = waiter($redis, address: $proxy->address);
for ($round = 0; $round < 2; $round++) {
    $holder->acquire();
    enqueue_waiters($redis, $watchers);
    $round === 0 && $proxy->on('HELLO', 'refuse');
    $round === 1 && $proxy->on('BLPOP', 'refuse')->on('HELLO', 'refuse');
    $waiter->tell('wait');
    await_queue($redis, 3);
    $holder->release();
    say('all', owners_of([...$watchers, $waiter]));
    $what = ['HELLO', 'BLPOP'][$round];
    say("$what again", array_count_values($proxy->seenNames())[$what] >= 2);
    await('the end of earlier calls', fn() => $redis->locks() === []);
}

// Silent.
$holder->acquire();
enqueue_waiters($redis, $watchers);
$proxy = FaultProxy::before($redis)->on('CLIENT', 'hang');
$waiter = waiter($redis, address: $proxy->address);
$waiter->tell('wait');
await_queue($redis, 3);
$holder->release();
say('all', owners_of([...$watchers, $waiter]));
$names = $proxy->seenNames();
[$first, $second] = array_keys($names, 'HELLO', true);
say('attempts between the two', count(array_intersect(array_slice($names, $first, $second - $first), ['EVAL', 'EVALSHA', 'SET'])) <= 2);
await('the end of earlier calls', fn() => $redis->locks() === []);

$proxy = FaultProxy::before($redis)->always('HELLO', 'refuse');
$holder->acquire();
$waiter = waiter($redis, ['retryInterval' => 0.02], address: $proxy->address);
$redis->ask('CONFIG', 'RESETSTAT');
$waiter->tell('wait');
await('attempts', fn() => ($redis->commands()['pttl'] ?? 0) > 50);
say('asked for a connection to wait on', array_count_values($proxy->seenNames())['HELLO']);
$holder->release();
say('polls', json_decode($waiter->hear())[0]);
?>
--EXPECT--
all: [0,1,2]
HELLO again: true
all: [0,1,2]
BLPOP again: true
all: [0,1,2]
attempts between the two: true
asked for a connection to wait on: 2
polls: true
