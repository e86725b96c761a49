--TEST--
If forceRelease() finds no key, it returns false, and the lock's claim is lost
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$proxy->always('CLIENT', 'say', "-ERR unknown command\r\n"); // no pushes
foreach (['renewed' => true, 'not renewed' => false] as $what => $autoRenew) {
    $lock = new RedisLock('k', ttl: 600.0, server: $proxy->address, autoRenew: $autoRenew);
    $lock->acquire();
    $autoRenew && await_renewals();
    $redis->ask('DEL', 'k');
    say("$what: held", $lock->isHeld());
    say('  deleted', $lock->forceRelease());
    say('  held', $lock->isHeld());
    say('  released', $lock->release());
    say('  acquired again', $lock->tryAcquire() && $lock->release());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
renewed: held: true
  deleted: false
  held: false
  released: false
  acquired again: true
not renewed: held: true
  deleted: false
  held: false
  released: false
  acquired again: true
lost: 2
