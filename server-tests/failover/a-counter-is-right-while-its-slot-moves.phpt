--TEST--
8 processes that count under a lock, fenced or not, are not affected while its slot moves to and fro
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$cluster = new Cluster('redis-server');
$counting = new Counting(['key' => 'counter', 'server' => $cluster->server()]);
for ($n = 0; $n < 4; $n++) {
    $from = $cluster->nodeOf('counter');
    [$to] = array_values(array_filter($cluster->masters(), fn(Node $node) => $node !== $from));
    $counting->disturb();
    $cluster->migrateSlot('counter', $to);
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
failure 3: %f seconds without a lock
failure 4: %f seconds without a lock
%d accepted, 0 refused, 0 exceptions, 0 losses
