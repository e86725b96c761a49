--TEST--
Parameters can be named, in any order, and left out
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();

$lock = new RedisLock(server: $redis->address, key: 'k', ttl: 7.0);
say('constructor', [$lock->getKey(), $lock->getTtl()]);
$lock = new RedisLock('k', server: $redis->address, retryInterval: 0.01, replicas: 0, fenced: false, abortOnLoss: false, maxHold: INF, autoRenew: false, wait: 0);
say('all of them', $lock->acquire(wait: 0.0));
say('refresh', $lock->refresh(ttl: 9));
$restored = RedisLock::restore(token: $lock->getToken(), server: $redis->address, key: 'k');
say('restore', $restored->isOwned());
say('synchronized', $lock->synchronized(wait: 0, work: fn() => 'worked'));
refusals([
    'unknown' => fn() => new RedisLock('k', timeout: 3),
    'twice' => fn() => new RedisLock('k', key: 'k'),
    'without the key' => fn() => new RedisLock(ttl: 3.0),
    'method' => fn() => $lock->acquire(seconds: 3),
]);
?>
--EXPECT--
constructor: ["k",7.0]
all of them: true
refresh: true
restore: true
synchronized: "worked"
unknown => Error: Unknown named parameter $timeout
twice => Error: Named parameter $key overwrites previous argument
without the key => ArgumentCountError: RedisLock::__construct(): Argument #1 ($key) not passed
method => Error: Unknown named parameter $seconds
