--TEST--
acquire() on a lost lock acquires it again, with a new token, if no other client has it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

$lock->acquire();
$first = $lock->getToken();
$redis->ask('DEL', 'k');
say('acquired', $lock->acquire());
say('new token', $lock->getToken() !== $first && $redis->ask('GET', 'k') === $lock->getToken());

$redis->ask('SET', 'k', 'another-client');
say('acquired from another client', $lock->acquire(0.0));
say('held', $lock->isHeld());
say('released', $lock->release());
say('key', $redis->ask('GET', 'k'));
say('losses counted', RedisLock::stats()['lost']);
?>
--EXPECT--
acquired: true
new token: true
acquired from another client: false
held: false
released: false
key: "another-client"
losses counted: 2
