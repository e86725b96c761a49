--TEST--
A server that hangs up once as a wait begins, or is silent, is asked again at once, and the waiter stands in line; after twice in a row waiters poll
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$head = waiter($redis);
$waiter = waiter($redis, address: $proxy->address);
for ($round = 0; $round < 2; $round++) {
    $holder->acquire();
    line_up($redis, [$head]);
    $round === 0 && $proxy->on('HELLO', 'refuse');
    $round === 1 && $proxy->on('BLPOP', 'refuse')->on('HELLO', 'refuse');
    $waiter->tell('wait');
    await_line($redis, 2);
    $holder->release();
    say('in order', order_of([$head, $waiter]));
    say('hung up', array_count_values($proxy->seenNames())['HELLO']);
    await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:*') === []);
}

// Silent.
$holder->acquire();
line_up($redis, [$head]);
$proxy = FaultProxy::before($redis)->on('CLIENT', 'hang');
$waiter = waiter($redis, address: "$proxy->address?read_timeout=0.3");
$waiter->tell('wait');
await_line($redis, 2);
$holder->release();
say('in order', order_of([$head, $waiter]));
$names = $proxy->seenNames();
[$first, $second] = array_keys($names, 'HELLO', true);
say('attempts between the two', count(array_intersect(array_slice($names, $first, $second - $first), ['EVAL', 'EVALSHA', 'SET'])) <= 2);
await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:*') === []);

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
in order: [0,1]
hung up: 2
in order: [0,1]
hung up: 2
in order: [0,1]
attempts between the two: true
asked for a connection to wait on: 2
polls: true
