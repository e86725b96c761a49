--TEST--
With confirmRelease: false a share is released without awaiting the reply, no other share is released, and a lost one is counted
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$kinds = [
    'reader' => fn(mixed ...$options) => reader($redis, ...$options),
    'semaphore' => fn(mixed ...$options) => semaphore($redis, 5, ...$options, weight: 2),
];
foreach ($kinds as $kind => $make) {
    $redis->ask('FLUSHALL');
    $other = $make();
    $other->acquire();
    $lock = $make(server: "$proxy->address?read_timeout=30", confirmRelease: false);
    say("$kind, the first one", [$lock->acquire(), $lock->release(), $lock->isOwned()]);
    $lock->acquire();
    $proxy->on('EVAL', 'delay', 1.0)->seen();
    $start = now();
    $said = $lock->release();
    $released = now() - $start;
    say('  released', [$said, $lock->isHeld(), $lock->release()]);
    say('  acquired right behind it, on the same connection', [$lock->acquire(), $lock->isOwned(), $released < (now() - $start) / 2]);
    $redis->ask('ZREM', 'k', $kind === 'reader' ? member($lock) : member($lock, 2));
    $lost = RedisLock::stats()['lost'];
    say('  one that is lost', [$lock->release(), $lock->isOwned(), RedisLock::stats()['lost'] - $lost]);
    $lock->acquire();
    unset($lock);
    await('the end of the object', fn() => count($redis->ask('ZRANGEBYSCORE', 'k', 0, '+inf')) === 1);
    say('  the other has its own', [$other->isOwned(), $other->release(), $redis->ask('KEYS', 'k')]);
}
?>
--EXPECT--
reader, the first one: [true,true,false]
  released: [true,false,false]
  acquired right behind it, on the same connection: [true,true,true]
  one that is lost: [true,false,1]
  the other has its own: [true,true,[]]
semaphore, the first one: [true,true,false]
  released: [true,false,false]
  acquired right behind it, on the same connection: [true,true,true]
  one that is lost: [true,false,1]
  the other has its own: [true,true,[]]
