--TEST--
If another client sets the key's expiry, or writes it with the same token, the lock stays held and renewed
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 30.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals();
foreach ([['PEXPIRE', 'k', '2000'], ['SET', 'k', $lock->getToken(), 'PX', '2000']] as $command) {
    pause(0.05);
    $redis->ask(...$command);
    await('the lease to be put right', fn() => $redis->ask('PTTL', 'k') > 10_000);
    say($command[0], $lock->isHeld());
}
// The expiry is not set again, because a late command would shorten the lease.
pause(0.05);
$checks = fn() => $redis->commands()['evalsha'];
$before = $checks();
$redis->ask('PERSIST', 'k');
await('a check', fn() => $checks() > $before);
say('PERSIST', [$lock->isHeld(), $redis->ask('PTTL', 'k')]);
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
PEXPIRE: true
SET: true
PERSIST: [true,-1]
lost: 0
