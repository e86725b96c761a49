--TEST--
If forceRelease() of a share finds nothing, its object does not turn a later lock with the token into a share
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$share = RedisLock::restore('k', 'T', server: $redis->address, shared: true);
say('deleted', $share->forceRelease());
$lock = new RedisLock('k', server: $redis->address, token: 'T');
say('acquired', $lock->acquire(0.0));
say('a share', [$share->acquire(0.0), $redis->ask('TYPE', 'k')]);
?>
--EXPECT--
deleted: false
acquired: true
a share: [false,"string"]
