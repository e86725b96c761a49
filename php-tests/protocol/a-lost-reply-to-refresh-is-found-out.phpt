--TEST--
If the reply to a refresh is lost with its connection, the same call repeats it; if no reply comes, the lock is not held until asked
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 60.0, server: "$proxy->address?read_timeout=1");
$lock->acquire();
say('warmed up', $lock->refresh());

$redis->ask('PEXPIRE', 'k', '5000');
$proxy->on('EVALSHA', 'close');
say('closed', $lock->refresh());
say('left', $redis->ask('PTTL', 'k') > 30_000 && $lock->getRemaining() > 30.0);

$proxy->on('EVALSHA', 'hang');
echo strtok(thrown(fn() => $lock->refresh()), ':'), "\n";
say('held, as far as is known', $lock->isHeld());
say('owned', $lock->isOwned());
say('held', $lock->isHeld());

$proxy->on('EVALSHA', 'hang');
echo strtok(thrown(fn() => $lock->refresh()), ':'), "\n";
say('refreshed again', $lock->refresh());
say('held', $lock->isHeld());

// The lock does not rely on a lease that a command without a reply may have shortened.
$proxy->on('EVALSHA', 'hang');
echo strtok(thrown(fn() => $lock->refresh(0.001)), ':'), "\n";
say('held', $lock->isHeld());
say('released', $lock->release());
?>
--EXPECT--
warmed up: true
closed: true
left: true
RedisLockConnectionException
held, as far as is known: false
owned: true
held: true
RedisLockConnectionException
refreshed again: true
held: true
RedisLockConnectionException
held: false
released: false
