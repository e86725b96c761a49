--TEST--
acquire() of a restored lock of several keys does not shorten the lease that another object counts on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$one = new RedisMultiLock(['a', 'b'], ttl: 600.0, token: 'ours', server: $redis->address);
$one->acquire();
$two = RedisMultiLock::restore(['a', 'b'], 'ours', ttl: 1.0, server: $redis->address);
$leases = fn(): array => array_map(fn($key) => $redis->ask('PTTL', $key) > 60_000 ? 'long' : 'short', ['a', 'b']);
say('acquired', $two->acquire(0.0));
say('leases', $leases());
say('refreshed', $two->refresh(1.0));
say('leases', $leases());
?>
--EXPECT--
acquired: true
leases: ["long","long"]
refreshed: true
leases: ["short","short"]
