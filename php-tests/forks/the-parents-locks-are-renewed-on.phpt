--TEST--
After pcntl_fork() the child holds nothing, its exit releases nothing, and the parent's locks are still renewed
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.7);
$locks = [];
for ($n = 0; $n < 5; $n++) {
    $locks[] = $lock = new RedisLock("k$n", ttl: $ttl, server: $redis->address, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
}
await_renewals(5);
$child = pcntl_fork();
if ($child === 0) {
    $held = count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld() || $lock->release() || $lock->refresh()));
    $locks = [];
    unset($lock);
    exit($held + 100 * (threads() - 1));
}
pcntl_waitpid($child, $status);
say("the child's locks and threads", pcntl_wexitstatus($status));
pause(2 * $ttl);
say('held', count(array_filter($locks, fn(RedisLock $lock) => $lock->isHeld() && $lock->isOwned())));
say('lost', RedisLock::stats()['lost']);
say('released', array_map(fn(RedisLock $lock) => $lock->release(), $locks));
?>
--EXPECT--
the child's locks and threads: 0
held: 5
lost: 0
released: [true,true,true,true,true]
