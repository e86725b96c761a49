--TEST--
If two objects have one token, the one that would be queued continues with the lock that the other has acquired
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$new = fn() => new RedisLock('k', ttl: 600.0, wait: 600.0, server: $redis->address, token: 'ours', autoRelease: false);
[$one, $other] = [$new(), $new()];
$redis->ask('SET', 'k', 'another-client', 'PX', '300');
say('has waited', $one->acquire());
$redis->ask('SET', '{k}:redislock:seat1', '1:0:0:another-client', 'PX', '60000'); // others wait still
say('released', $one->release());
say('acquired by the other', $redis->ask('SET', 'k', 'ours', 'NX', 'PX', '600000') === 'OK');
say('acquired', $one->acquire(5.0));
say('  at once', $one->getWaited() < 2.0);
?>
--EXPECT--
has waited: true
released: true
acquired by the other: true
acquired: true
  at once: true
