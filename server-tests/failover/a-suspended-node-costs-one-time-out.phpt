--TEST--
If the node with the lock's slot is suspended, each call costs one time-out, also with a pending clean-up
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
foreach ($cluster->nodes() as $node) {
    $node->ask('CONFIG', 'SET', 'cluster-replica-no-failover', 'yes');
}
$timeout = 6.0;
$lock = new RedisLock('k', ttl: 600.0, server: $cluster->server() . "?read_timeout=$timeout");
say('acquired, released', [$lock->acquire(), $lock->release()]);
$node = $cluster->nodeOf('k');
$node->suspend();
foreach (['the first call', 'with a clean-up to make', 'once more'] as $which) {
    $start = now();
    $thrown = thrown(fn() => $lock->tryAcquire());
    say($which, str_contains($thrown, 'no reply within the read timeout') ? time_outs(now() - $start, $timeout) : $thrown);
}
$node->resume();
$cluster->awaitHealthy();
say('then', [$lock->acquire(60.0), $lock->isOwned(), $lock->release()]);
?>
--EXPECT--
acquired, released: [true,true]
the first call: 1
with a clean-up to make: 1
once more: 1
then: [true,true,true]
