--TEST--
If a server closes every connection, or refuses every renewal, until the lease has nearly ended, the thread asks often enough to keep the lock
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
// Long enough for a backoff without limit to sleep through the end.
[$ttl, $left] = is_slow() ? [24.0, 2.4] : [6.0, 0.5];
$absences = [
    'closes' => function (FaultProxy $proxy) use ($redis) {
        $proxy->always('HELLO', 'refuse');
        $redis->killClients();
    },
    'refuses' => fn(FaultProxy $proxy) => $proxy->always('EVALSHA', 'say', "-READONLY You can't write against a read only replica.\r\n"),
];
foreach ($absences as $what => $begin) {
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock($what, ttl: $ttl, server: $proxy->address, autoRenew: true);
    $lock->acquire();
    await_renewals();
    $begin($proxy);
    await('the last part of the lease', fn() => $lock->getRemaining() < $left);
    say("$what: held", $lock->isHeld());
    $proxy->reset();
    await('a renewal, or the end', fn() => !$lock->isHeld() || $lock->getRemaining() > $left);
    say('  held afterwards', $lock->isHeld());
    say('  released', $lock->release());
}
?>
--EXPECT--
closes: held: true
  held afterwards: true
  released: true
refuses: held: true
  held afterwards: true
  released: true
