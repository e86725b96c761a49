--TEST--
If the reply to refresh() is lost, the lock is held for the shorter of the two leases, and renewed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$timeout = time_for(0.3);
$short = time_for(1.2);
foreach (['a shorter lease' => [60.0, $short], 'a longer one' => [$short, 60.0]] as $what => [$ttl, $refreshed]) {
    $lock = new RedisLock('k', ttl: $ttl, server: "$proxy->address?read_timeout=$timeout", autoRenew: true);
    $lock->acquire();
    $lock->refresh($ttl);
    await_renewals();
    // No renewal is due before it, and those that follow have no answer either.
    $proxy->always('EVALSHA', 'hang');
    say($what, strtok(thrown(fn() => $lock->refresh($refreshed)), ':'));
    say('  held', $lock->isHeld());
    say('  by the shorter one', $lock->getRemaining() <= $short);
    $proxy->reset();
    await_renewals();
    pause($short);
    say('  held afterwards', [$lock->isHeld(), $lock->isOwned()]);
    say('  released', $lock->release());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
a shorter lease: "RedisLockConnectionException"
  held: true
  by the shorter one: true
  held afterwards: [true,true]
  released: true
a longer one: "RedisLockConnectionException"
  held: true
  by the shorter one: true
  held afterwards: [true,true]
  released: true
lost: 0
