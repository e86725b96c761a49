--TEST--
On a quorum, a release that most servers deny awaits a slightly late server, so the token is not refused afterwards
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxy = FaultProxy::before($servers[2]);
$list = [$servers[0]->address, $servers[1]->address, $proxy->address];
acquire_on_all(new RedisLock('first', server: $list), $servers); // all have their connections
$proxy->always('*', 'late', 0.01);
$refused = 0;
for ($n = 0; $n < 10; $n++) {
    array_map(fn($server) => $server->ask('SET', "k$n", 'another', 'PX', '300000'), $servers);
    $restored = fn() => RedisLock::restore("k$n", 'T', server: $list);
    $restored()->release() && say("$n", 'released');
    thrown(fn() => $restored()->refresh()) === 'nothing thrown, returned false' || $refused++;
}
say('refused each time', $refused === $n);
?>
--EXPECT--
refused each time: false
