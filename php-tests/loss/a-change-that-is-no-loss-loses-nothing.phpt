--TEST--
Somebody sets the key's expiry or writes it with the same token: still held, and renewed again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals();
foreach ([['PEXPIRE', 'k', '2000'], ['PERSIST', 'k'], ['SET', 'k', $lock->getToken(), 'PX', '2000']] as $command) {
    pause(0.05);
    $redis->ask(...$command);
    await('the lease to be put right', fn() => $redis->ask('PTTL', 'k') > 10_000);
    say($command[0], $lock->isHeld());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
PEXPIRE: true
PERSIST: true
SET: true
lost: 0
