--TEST--
A thread of the child's own renews a forked child's lock, and the parent's lock of another key is renewed, too
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
$lock = new RedisLock('parent', ttl: $ttl, server: $redis->address, autoRenew: true);
$lock->acquire();
await_renewals();
$child = pcntl_fork();
if ($child === 0) {
    $own = new RedisLock('child', ttl: $ttl, server: $redis->address, autoRenew: true);
    $ok = !$lock->tryAcquire() || threads() === 2;
    $ok = $ok && $own->acquire() && threads() === 2;
    pause(1.5 * $ttl);
    exit($ok && $own->isHeld() && $own->isOwned() && $own->release() ? 0 : 1);
}
pcntl_waitpid($child, $status);
say('the child', $status);
say('the parent', $lock->isHeld() && $lock->isOwned() && $lock->release());
say('lost', RedisLock::stats()['lost']);
say('keys', $redis->ask('DBSIZE'));
?>
--EXPECT--
the child: 0
the parent: true
lost: 0
keys: 0
