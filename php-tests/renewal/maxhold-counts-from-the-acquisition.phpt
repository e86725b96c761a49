--TEST--
maxHold counts from the acquisition, and refresh() and acquire() on the held lock do not restart it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.7);
foreach (['refresh', 'acquire'] as $method) {
    $lock = new RedisLock('k', ttl: $ttl, server: $redis->address, autoRenew: true, maxHold: 2 * $ttl);
    $start = now();
    $lock->acquire();
    pause(1.5 * $ttl);
    say($method, $lock->$method());
    seconds_until_lost($lock);
    // Without $method it would be three times ttl at most; had it started anew, more than three and a half.
    say('  ended in time', now() - $start <= 3.45 * $ttl);
    await('the end of the key', fn() => $redis->ask('EXISTS', 'k') === 0);
}
?>
--EXPECT--
refresh: true
  ended in time: true
acquire: true
  ended in time: true
