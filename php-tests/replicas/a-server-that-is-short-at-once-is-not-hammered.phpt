--TEST--
If a server or a proxy reports too few replicas at once, the next attempt comes after a sleep
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/replicas.php';

[$master] = master_and_replicas();
$proxy = FaultProxy::before($master);
$proxy->always('WAIT', 'say', ":0\r\n");
$lock = new RedisLock('k', ttl: 60.0, replicas: 1, server: $proxy->address);
say('granted', $lock->acquire(1.0));
// The sleeps grow to a tenth of a second; without any there are thousands.
say('not hammered', RedisLock::stats()['attempts'] < 60 ?: RedisLock::stats()['attempts']);
say('left', $master->ask('EXISTS', 'k'));
?>
--EXPECT--
granted: false
not hammered: true
left: 0
