--TEST--
restore() with a token that the key does not hold owns nothing and frees nothing
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'theirs');

foreach (['isOwned', 'refresh', 'release'] as $method) {
    $restored = RedisLock::restore('k', 'mine', server: $redis->address);
    say($method, $restored->$method());
    say('held', $restored->isHeld());
    unset($restored);
}
$restored = RedisLock::restore('k', 'mine', server: $redis->address);
say('acquired', $restored->acquire(0.0));
unset($restored);
say('key', $redis->ask('GET', 'k'));
say('expiry', $redis->ask('PTTL', 'k'));

$restored = RedisLock::restore('free', 'mine', server: $redis->address);
say('acquired where the key is free', $restored->acquire(0.0));
say('with the same token', [$restored->getToken(), $redis->ask('GET', 'free')]);
?>
--EXPECT--
isOwned: false
held: false
refresh: false
held: false
release: false
held: false
acquired: false
key: "theirs"
expiry: -1
acquired where the key is free: true
with the same token: ["mine","mine"]
