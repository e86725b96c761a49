--TEST--
While the master is killed three times, 8 processes that count under a lock make no stale write, and all continue
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$counting = new Counting(['key' => 'counter', 'server' => $sentinels->server(), 'replicas' => 1]);
for ($n = 0; $n < 3; $n++) {
    $sentinels->awaitReplicas(2);
    $counting->disturb();
    $crashed = $sentinels->killMaster();
    $sentinels->awaitMaster(otherThan: $crashed);
    $counting->awaitAll();
    $sentinels->restart($sentinels->at($crashed));
}
$sentinels->awaitReplicas(2);
$counting->awaitAll();
$counting->report();
?>
--EXPECTF--
the counter is the number of accepted writes: true
their fences grow: true
no write came too late: true
failure 1: %f seconds without a lock
failure 2: %f seconds without a lock
failure 3: %f seconds without a lock
%d accepted, %d refused, %d exceptions, %d losses
