--TEST--
A waiter whose question about its pop is not answered hears its call all the same, and asks no more after the second time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$head = waiter($redis);
$waiter = waiter($redis, killed: true, address: "$proxy->address?read_timeout=600");
$seen = [];
$count = function (string $name) use ($proxy, &$seen): int {
    array_push($seen, ...$proxy->seenNames());
    return array_count_values($seen)[$name] ?? 0;
};
$holder->acquire();
line_up($redis, [$head]);
$waiter->tell('wait');
await('client tracking on both of its connections', fn() => $count('CLIENT') === 2);
$proxy->always('CLIENT', 'hang');
await('its question', fn() => $count('CLIENT') === 3);
$holder->release();
$head->hear();
$head->tell('release');
await('its turn', fn() => $waiter->hasSpoken());
say('hears its call', json_decode($waiter->hear())[0]);
$waiter->tell('release');

await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:*') === []);
$holder->acquire();
line_up($redis, [$head]);
$count('CLIENT');
$seen = [];
$waiter->tell('wait');
await('some looks', fn() => $count('SET') >= 5);
say('questions', $count('CLIENT'));
?>
--EXPECT--
hears its call: true
questions: 2
