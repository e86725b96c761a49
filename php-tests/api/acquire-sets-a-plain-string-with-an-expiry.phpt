--TEST--
acquire() takes a free lock: the key is a plain string, the token, with an expiry
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('invoice:1', ttl: 20.0, server: $redis->address);

say('acquired', $lock->acquire());
say('type', $redis->ask('TYPE', 'invoice:1'));
say('holds the token', $redis->ask('GET', 'invoice:1') === $lock->getToken());
$ttl = $redis->ask('PTTL', 'invoice:1');
say('expires within the ttl', $ttl > 0 && $ttl <= 20_000);
say('held', $lock->isHeld());
say('keys in all', $redis->ask('DBSIZE'));
?>
--EXPECT--
acquired: true
type: "string"
holds the token: true
expires within the ttl: true
held: true
keys in all: 1
