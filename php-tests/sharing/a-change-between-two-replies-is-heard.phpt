--TEST--
The lock is released between the two replies to who comes as the head for a share: it hears of that, and does not wait for its next look
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$holder = writer($redis);
$waiter = waiter($redis, ['shared' => true], address: $proxy->address);
$holder->acquire();
// Its connections are there then.
$waiter->tell('0.02');
$waiter->hear();
$redis->ask('DEL', '{k}:redislock:head', '{k}:redislock:signal', '{k}:redislock:second');

// The second script is the one that waits; what follows it in the message comes later.
$proxy->on('EVALSHA', 'delay', 0)->on('EVALSHA', 'delay', 0.1);
$waiter->tell('wait');
await('the head', fn() => $redis->ask('GET', '{k}:redislock:head') !== null);
$holder->release();
[$start, $life] = [now(), $redis->ask('PTTL', '{k}:redislock:head') / 1e3];
say('it is in', json_decode($waiter->hear())[0]);
$took = now() - $start;
say('long before it looks by itself', $took < $life / 4 ?: [$took, $life]);
$waiter->tell('release');
?>
--EXPECT--
it is in: true
long before it looks by itself: true
