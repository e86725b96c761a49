--TEST--
If renewals get no reply, the lock is lost when its lease ends, and its orphaned key is deleted when the server replies again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lost = 0;
$endings = [
    'release' => fn(RedisLock $lock) => $lock->release(),
    'tryAcquire' => fn(RedisLock $lock) => $lock->tryAcquire(),
    'refresh, then another' => fn(RedisLock $lock, RedisLock $other) => [$lock->refresh(), $other->tryAcquire()],
];
foreach ($endings as $what => $ending) {
    $redis->ask('FLUSHALL');
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: time_for(0.7), server: $proxy->address, autoRenew: true);
    $other = new RedisLock('k', ttl: 60.0, server: $proxy->address);
    $lock->acquire();
    await_renewals();
    $proxy->always('EVALSHA', 'hang');
    seconds_until_lost($lock);
    await('the loss to be counted', fn() => RedisLock::stats()['lost'] > $lost);
    $lost++;
    // Like a renewal that arrives late.
    $redis->ask('SET', 'k', $token = $lock->getToken());
    $proxy->reset();
    say($what, $ending($lock, $other));
    say('  what was left is gone', $redis->ask('GET', 'k') !== $token);
    unset($lock, $other); // before their key goes
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
release: false
  what was left is gone: true
tryAcquire: true
  what was left is gone: true
refresh, then another: [false,true]
  what was left is gone: true
lost: 3
