--TEST--
restore() sends nothing, and the lock is not held until refresh() or isOwned() has found the token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'a token', 'PX', '60000');
$redis->ask('CONFIG', 'RESETSTAT');

$restored = RedisLock::restore('k', 'a token', server: $redis->address);
say('held', $restored->isHeld());
say('remaining', $restored->getRemaining());
say('token', $restored->getToken());
say('key', $restored->getKey());
say('ttl', $restored->getTtl());
say('commands', $redis->commands());
say('clients', $redis->clients());

say('owned', $restored->isOwned());
say('held', $restored->isHeld());
say('remaining is what the server says', $restored->getRemaining() > 30.5 && $restored->getRemaining() < 60.0);
say('released', $restored->release());
say('key', $redis->ask('EXISTS', 'k'));

$redis->ask('SET', 'k', 'a token', 'PX', '60000');
$restored = RedisLock::restore('k', 'a token', 300, $redis->address);
say('refreshed', $restored->refresh());
say('held', $restored->isHeld());
say('left on the server', $redis->ask('PTTL', 'k') > 120_000);
unset($restored);
say('key after unset', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
held: false
remaining: 0.0
token: "a token"
key: "k"
ttl: 30.0
commands: []
clients: []
owned: true
held: true
remaining is what the server says: true
released: true
key: 0
refreshed: true
held: true
left on the server: true
key after unset: 0
