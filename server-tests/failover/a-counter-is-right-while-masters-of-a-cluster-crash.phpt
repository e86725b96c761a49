--TEST--
While the slot's master is killed twice, 8 processes that count under a lock make no stale write, and all continue
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
$counting = new Counting(['key' => 'counter', 'server' => $cluster->server(), 'replicas' => 1]);
for ($n = 0; $n < 2; $n++) {
    $counting->disturb();
    $crashed = $cluster->killMasterOf('counter');
    $cluster->awaitHealthy();
    // The only replica is the master now, so no other server can acknowledge.
    $cluster->restart($crashed);
    $cluster->awaitHealthy();
    $counting->awaitAll();
}
$counting->report();
?>
--EXPECTF--
the counter is the number of accepted writes: true
their fences grow: true
no write came too late: true
failure 1: %f seconds without a lock
failure 2: %f seconds without a lock
%d accepted, %d refused, %d exceptions, %d losses
