--TEST--
A suspended sentinel costs the connect timeout once, because the one that replied is asked first the next time
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$sentinels = new Sentinels('redis-server', replicas: 1);
$master = $sentinels->at($sentinels->awaitMaster());
$server = $sentinels->server() . '?connect_timeout=3&read_timeout=30';
$acquire = function () use ($server, $master): float {
    $master->ask('CLIENT', 'KILL', 'TYPE', 'normal');
    $start = now();
    (new RedisLock('k', server: $server))->synchronized(fn() => true);
    return now() - $start;
};
$acquire();
$sentinels->sentinels[0]->suspend();
say('passed over', (int) round($acquire() / 3));
say('not asked again', (int) round($acquire() / 3));
$sentinels->sentinels[0]->resume();
?>
--EXPECT--
passed over: 1
not asked again: 0
