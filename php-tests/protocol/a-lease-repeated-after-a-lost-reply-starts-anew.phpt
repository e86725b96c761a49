--TEST--
If the reply to SET is lost after a delay, the repetition starts the key's expiry anew
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?read_timeout=20");
$proxy->on('SET', 'close', 1.5);
say('acquired', $lock->acquire());
$left = $redis->ask('PTTL', 'k');
say('lives for the ttl from the repetition', $left > 58_500 && $left <= 60_000);
?>
--EXPECT--
acquired: true
lives for the ttl from the repetition: true
