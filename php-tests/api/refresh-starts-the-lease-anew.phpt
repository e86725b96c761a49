--TEST--
refresh() starts the lease anew with the constructor's TTL, or with its own, which is the lease from then on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 40.0, server: $redis->address);

say('before the first acquisition', $lock->refresh());
say('key', $redis->ask('EXISTS', 'k'));
$lock->acquire();
$redis->ask('PEXPIRE', 'k', '5000');
say('refreshed', $lock->refresh());
$left = $redis->ask('PTTL', 'k');
say('left is about 40', $left > 20_000 && $left <= 40_000);
say('refreshed with null', $lock->refresh(null));
say('refreshed to 200', $lock->refresh(200));
$left = $redis->ask('PTTL', 'k');
say('left is about 200', $left > 100_000 && $left <= 200_000);
say('left by our clock is about 200', $lock->getRemaining() > 100.0 && $lock->getRemaining() < 200.0);
say('the ttl from now on', $lock->getTtl());
$redis->ask('PEXPIRE', 'k', '5000');
say('refreshed with no other one', $lock->refresh());
$left = $redis->ask('PTTL', 'k');
say('left is about 200', $left > 100_000 && $left <= 200_000);
say('refreshed to a shorter one', $lock->refresh(ttl: 3.0));
$left = $redis->ask('PTTL', 'k');
say('left is about 3', $left > 0 && $left <= 3_000);
say('left by our clock is about 3', $lock->getRemaining() > 0.0 && $lock->getRemaining() < 3.0);
$lock->release();
say('after release', $lock->refresh());
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
before the first acquisition: false
key: 0
refreshed: true
left is about 40: true
refreshed with null: true
refreshed to 200: true
left is about 200: true
left by our clock is about 200: true
the ttl from now on: 200.0
refreshed with no other one: true
left is about 200: true
refreshed to a shorter one: true
left is about 3: true
left by our clock is about 3: true
after release: false
key: 0
