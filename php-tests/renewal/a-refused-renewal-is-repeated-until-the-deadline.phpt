--TEST--
A renewal refused with LOADING, READONLY or BUSY is repeated, and the lock is lost only if the refusals last to the end of its lease
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.7);
$lost = 0;
$refusals = [
    "-LOADING Redis is loading the dataset in memory\r\n",
    "-READONLY You can't write against a read only replica.\r\n",
    "-BUSY Redis is busy running a script.\r\n",
];
foreach ($refusals as $refusal) {
    $redis->ask('FLUSHALL');
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: $ttl, server: $proxy->address, autoRenew: true);
    $lock->acquire();
    await_renewals();
    $proxy->always('EVALSHA', 'say', $refusal);
    // The next renewal is refused, and there is half of the lease left.
    pause($ttl / 2);
    say(strtok($refusal, ' ') . ': held', $lock->isHeld());
    $proxy->reset();
    pause($ttl);
    say('  held afterwards', $lock->isHeld());

    $proxy->seen();
    $proxy->always('EVALSHA', 'say', $refusal);
    $end = 0.0;
    while ($lock->isHeld()) {
        $end = max($end, now() + $lock->getRemaining());
        $redis->ask('PERSIST', 'k');
        usleep(1_000);
    }
    $names = $proxy->seenNames();
    say('  lost at the end of the lease', now() > $end - 0.005);
    $asked = count(array_keys($names, 'EVALSHA'));
    say('  asked again, and not too often', $asked >= 3 && $asked < 40 ?: $asked);
    // But for a replica: its name may lead to another server by now.
    say('  on the same connection', !in_array('HELLO', $names, true));
    $proxy->reset();
    $lost++;
    await('the loss to be counted', fn() => RedisLock::stats()['lost'] === $lost);
    say('  released', $lock->release());
    say('  key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
-LOADING: held: true
  held afterwards: true
  lost at the end of the lease: true
  asked again, and not too often: true
  on the same connection: true
  released: false
  key: 0
-READONLY: held: true
  held afterwards: true
  lost at the end of the lease: true
  asked again, and not too often: true
  on the same connection: false
  released: false
  key: 0
-BUSY: held: true
  held afterwards: true
  lost at the end of the lease: true
  asked again, and not too often: true
  on the same connection: true
  released: false
  key: 0
