--TEST--
autoRenew keeps a share beyond its TTL, up to maxHold, while others come and go; after the release nothing is renewed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
foreach (['reader' => fn(mixed ...$options) => reader($redis, ...$options), 'semaphore' => fn(mixed ...$options) => semaphore($redis, 5, ...$options, weight: 2)] as $kind => $make) {
    $lock = $make(ttl: 9.0, autoRenew: true);
    $mortal = $make(ttl: 9.0, token: 'mortal');
    $lock->acquire();
    $ends = (int) current(sharers($redis));
    $redis->ask('CONFIG', 'RESETSTAT');
    await('a lease beyond its ttl', fn() => server_time($redis) > $ends + 500 && $lock->isHeld());
    say("$kind, renewed", [$lock->isOwned(), (int) max(sharers($redis)) > $ends, $redis->ask('PTTL', 'k') > 0]);
    say('  and another one with it', [$mortal->acquire(), $mortal->isOwned(), count(array_filter(sharers($redis), fn($ends) => $ends > 0))]);
    await('the end of the other', fn() => !$mortal->isOwned());
    say('  which ends alone', [$lock->isHeld(), $lock->isOwned()]);
    say('  refreshed to another lease', [$lock->refresh(10.0), $lock->getTtl(), $lock->isOwned()]);
    say('  released', [$lock->release(), $redis->ask('EXISTS', 'k')]);
    $renewed = RedisLock::stats()['renewed'];
    pause(0.4);
    say('  and renewed no more', RedisLock::stats()['renewed'] - $renewed);

    $lock = $make(ttl: 0.3, autoRenew: true, maxHold: 0.2);
    $lock->acquire();
    await('the end by maxHold', fn() => !$lock->isHeld());
    await('its end on the server', fn() => $redis->ask('EXISTS', 'k') === 0);
    say('  until maxHold', [$lock->isOwned(), $lock->release()]);
}
?>
--EXPECT--
reader, renewed: [true,true,true]
  and another one with it: [true,true,2]
  which ends alone: [true,true]
  refreshed to another lease: [true,10.0,true]
  released: [true,0]
  and renewed no more: 0
  until maxHold: [false,false]
semaphore, renewed: [true,true,true]
  and another one with it: [true,true,2]
  which ends alone: [true,true]
  refreshed to another lease: [true,10.0,true]
  released: [true,0]
  and renewed no more: 0
  until maxHold: [false,false]
