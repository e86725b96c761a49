--TEST--
A waiter in line whose pop was lost, or its reply, notices it within seconds and comes back, also if its question is lost; where the server does not tell, it asks once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

// In line, but for the server.
$holder->acquire();
$head = waiter($redis);
line_up($redis, [$head]);
$waiter = waiter($redis, address: $proxy->address);
$proxy->on('BLPOP', 'keep');
$waiter->tell('wait');
await('its pop', fn() => in_array('BLPOP', $proxy->seenNames(), true));
say('not in line', $redis->info('blocked_clients'));
await_line($redis, 2);
say('in line again', $redis->info('blocked_clients'));
$holder->release();
say('both', owners_of([$head, $waiter]));

// Called in vain.
await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:signal') === []);
$holder->acquire();
line_up($redis, [$head]);
$proxy->on('BLPOP', 'hang');
$waiter->tell('wait');
await_line($redis, 2);
$head->tell('release');
$holder->release();
say('the head', json_decode($head->hear())[0]);
say('who did not hear of its call', json_decode($waiter->hear())[0]);
$waiter->tell('release');

// Its question is lost, too, and it is in a crowd, where nobody looks twice in a while.
await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:signal') === []);
$redis->ask('SET', '{k}:redislock:looked', 'somebody');
$holder->acquire();
line_up($redis, [$head]);
$hasty = waiter($redis, address: "$proxy->address?read_timeout=30");
$proxy->on('BLPOP', 'keep')->seen();
$hasty->tell('wait');
$seen = [];
await('its pop, and client tracking on both connections', function () use ($proxy, &$seen) {
    array_push($seen, ...$proxy->seenNames());
    return in_array('BLPOP', $seen, true) && (array_count_values($seen)['CLIENT'] ?? 0) === 2;
});
$proxy->on('CLIENT', 'hang');
await_line($redis, 2);
$holder->release();
say('both', owners_of([$head, $hasty]));
$redis->ask('DEL', '{k}:redislock:looked');

// Nothing of it is lost where CLIENT LIST is not to be had, and no log fills with refusals.
$redis->ask('ACL', 'SETUSER', 'u', 'on', '>secret', '~*', '&*', '+@all', '-client|list');
await('the end of earlier calls', fn() => $redis->ask('KEYS', '*:redislock:*') === []);
$holder->acquire();
line_up($redis, [$head]);
$other = waiter($redis, address: "unix://$redis->socket?user=u&pass=secret");
$other->tell('wait');
await_line($redis, 2);
$refusals = fn() => array_sum(array_map(fn(array $entry) => $entry[1], $redis->ask('ACL', 'LOG')));
await('a refusal', fn() => $refusals() > 0);
await('the end of that look', fn() => $redis->ask('EXISTS', '{k}:redislock:looked') === 0);
await('the next one', fn() => $redis->ask('EXISTS', '{k}:redislock:looked') === 1);
say('refusals', $refusals());
say('still in line', $redis->info('blocked_clients'));
$holder->release();
say('both', owners_of([$head, $other]));
?>
--EXPECT--
not in line: 0
in line again: 1
both: [0,1]
the head: true
who did not hear of its call: true
both: [0,1]
refusals: 1
still in line: 1
both: [0,1]
