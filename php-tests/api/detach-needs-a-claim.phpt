--TEST--
detach() of a lock that is not held, released or lost throws, and says why
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
refusals(['lost' => fn() => $lock->detach()]);

$redis->ask('SET', 'k', 'token');
$restored = RedisLock::restore('k', 'token', server: $redis->address);
say('restored, detached again', $restored->detach());
unset($restored);
say('key', $redis->ask('GET', 'k'));
?>
--EXPECT--
never acquired => RedisLockException: Lock "k" is not held: there is nothing to hand over
released => RedisLockException: Lock "k" is not held: there is nothing to hand over
detached already => RedisLockException: Lock "k" is not held: there is nothing to hand over
refreshed: false
lost => RedisLockLostException: Lock "k" was lost: there is nothing to hand over
restored, detached again: "token"
key: "token"
