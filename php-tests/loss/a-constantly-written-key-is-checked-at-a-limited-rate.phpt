--TEST--
While another client writes the key thousands of times a second, the thread checks at most a hundred times a second, and release() is not delayed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true);
$lock->acquire();
await_renewals();
$redis->ask('CONFIG', 'RESETSTAT');
$start = now();
for ($n = 0; $n < 20_000 && now() < $start + 2.0; $n++) {
    $redis->ask('PEXPIRE', 'k', 30_000);
}
$seconds = now() - $start;
$checks = $redis->commands()['evalsha'];
say('checks', $checks > 0 && $checks < 5 + 110 * $seconds ?: [$checks, $seconds, $n]);
say('held', $lock->isHeld());
$start = now();
say('released', $lock->release());
say('in time', now() - $start < time_for(1.0));
?>
--EXPECT--
checks: true
held: true
released: true
in time: true
