--TEST--
If a lock is dropped while its server is unreachable, the next command deletes the key
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
foreach (['unset', 'synchronized'] as $how) {
    $lock = new RedisLock('k', ttl: 600.0, server: $proxy->address);
    if ($how === 'unset') {
        $lock->acquire();
        $proxy->always('*', 'refuse');
    } else {
        // The work was done under the lock: that its release fails is no reason to throw.
        say('result', $lock->synchronized(fn() => $proxy->always('*', 'refuse') ? 'done' : ''));
    }
    unset($lock);
    say('key', $redis->ask('EXISTS', 'k'));
    $proxy->reset();
    say('locked at the next contact', (new RedisLock('other', server: $proxy->address))->isLocked());
    say('key', $redis->ask('EXISTS', 'k'));
}
?>
--EXPECT--
key: 1
locked at the next contact: false
key: 0
result: "done"
key: 1
locked at the next contact: false
key: 0
