--TEST--
In a cluster of a test a replica takes the place of a killed master, which comes back as its replica
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$cluster = new Cluster('redis-server');
$kind = $cluster->kind();
$kind->ask('k', 'SET', 'k', 'v');
say('replicas', $kind->ask('k', 'WAIT', 1, 30_000));
$crashed = $cluster->killMasterOf('k');
$cluster->awaitHealthy();
$next = $cluster->nodeOf('k');
say('another', $next !== $crashed);
say('has the key', $next->ask('GET', 'k'));
say('masters', count($cluster->masters()));
$cluster->restart($crashed);
$cluster->awaitHealthy();
say('started again', $crashed->info('role'));
say('masters', count($cluster->masters()));
?>
--EXPECT--
replicas: 1
another: true
has the key: "v"
masters: 3
started again: "slave"
masters: 3
