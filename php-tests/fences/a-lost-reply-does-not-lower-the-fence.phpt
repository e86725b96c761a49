--TEST--
If the reply to a fenced acquisition is lost, the next fence is greater than the lost one and equals the counter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 60.0, server: $proxy->address, fenced: true);
$lock->acquire();
$first = $lock->getFence();
$lock->release();
// Far ahead of the clock, so every new fence adds one.
$ahead = $first + 3_600_000_000;
$redis->ask('SET', '{k}:redislock:fence', $ahead);
$proxy->on('EVALSHA', 'close');
say('acquired', $lock->acquire());
say('new fences', $lock->getFence() - $ahead);
say('counter', (int) $redis->ask('GET', '{k}:redislock:fence') - $ahead);
say('owned', $lock->isOwned() && $lock->getToken() === $redis->ask('GET', 'k'));
say('lease', $redis->ask('PTTL', 'k') > 50_000);
say('released', $lock->release());
say('keys left', $redis->ask('KEYS', '*'));
?>
--EXPECT--
acquired: true
new fences: 2
counter: 2
owned: true
lease: true
released: true
keys left: ["{k}:redislock:fence"]
