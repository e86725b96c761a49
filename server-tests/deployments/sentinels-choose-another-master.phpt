--TEST--
The Sentinels of a test choose another master when theirs is killed; started again, it is a replica
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$sentinels = new Sentinels('redis-server');
$kind = $sentinels->kind();
$kind->ask('k', 'SET', 'k', 'before');
say('replicas', $kind->ask('k', 'WAIT', 2, 30_000));
$crashed = $sentinels->killMaster();
$next = $sentinels->awaitMaster(otherThan: $crashed);
say('another', $next !== $crashed && $next === $sentinels->master());
say('has the key', $sentinels->kind()->keyHolds('k'));
say('takes writes', $sentinels->kind()->ask('k', 'SET', 'k', 'after'));
$sentinels->restart($sentinels->at($crashed));
$sentinels->awaitReplicas(2);
say('started again', $sentinels->at($crashed)->info('role'));
say('has the key', $sentinels->at($crashed)->ask('GET', 'k'));
?>
--EXPECT--
replicas: 2
another: true
has the key: "before"
takes writes: "OK"
started again: "slave"
has the key: "after"
