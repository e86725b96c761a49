--TEST--
detach() of a lock that was never acquired, or was released, throws the reason; detach() of a lost lock returns the token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);

refusals(['never acquired' => fn() => $lock->detach()]);
$lock->acquire();
$lock->release();
refusals(['released' => fn() => $lock->detach()]);
$lock->acquire();
$lock->detach();
refusals(['detached already' => fn() => $lock->detach()]);
$redis->ask('DEL', 'k');
$lock->acquire();
$redis->ask('DEL', 'k');
say('refreshed', $lock->refresh());
say('lost', $lock->detach() === $lock->getToken());

$redis->ask('SET', 'k', 'token');
$restored = RedisLock::restore('k', 'token', server: $redis->address);
say('restored, detached again', $restored->detach());
unset($restored);
say('key', $redis->ask('GET', 'k'));
?>
--EXPECTF--
never acquired => RedisLockException: Lock "k" on unix://%s/redis.sock is not held, so there is nothing to hand over: acquire it first
released => RedisLockException: Lock "k" on unix://%s/redis.sock is not held, so there is nothing to hand over: acquire it first
detached already => RedisLockException: Lock "k" on unix://%s/redis.sock is not held, so there is nothing to hand over: acquire it first
refreshed: false
lost: true
restored, detached again: "token"
key: "token"
