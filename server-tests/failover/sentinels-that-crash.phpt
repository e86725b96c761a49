--TEST--
One sentinel is enough; without any, or with a wrong name or password, the message says so without the password
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server', replicas: 1);
$server = $sentinels->server();
$hosts = substr($server, strlen('redis-sentinel://'), -strlen('/' . Sentinels::MASTER));
$asked = fn(string $server, float $wait = 0.0) => error_of(fn() => (new RedisLock('k', wait: $wait, server: $server))->acquire());
$old = new RedisLock('old', server: $server);
say('before', $old->acquire());
$master = $sentinels->at($sentinels->awaitMaster());
echo 'unknown name: ', $asked("redis-sentinel://$hosts/other", INF), "\n";

$master->ask('CONFIG', 'SET', 'requirepass', 'secret');
// Another database, as connections that are there go on.
echo 'no password: ', $asked("$server/1", INF), "\n";
echo 'wrong password: ', $asked("redis-sentinel://:secretive@$hosts/mymaster", INF), "\n";
echo 'right password: ', $asked("redis-sentinel://:secret@$hosts/mymaster"), "\n";
$client = $master->connect();
$client->ask('AUTH', 'secret');
$client->ask('CONFIG', 'SET', 'requirepass', '');

foreach ($sentinels->sentinels as $sentinel) {
    $client = $sentinel->connect();
    $client->ask('ACL', 'SETUSER', 'asker', 'on', '>secret', '+@all');
    $client->ask('ACL', 'SETUSER', 'default', 'resetpass', '>secret');
}
echo 'no password: ', $asked($server . '?connect_timeout=3', INF), "\n";
echo 'wrong password: ', $asked("$server?sentinel_pass=secretive", INF), "\n";
echo 'right password: ', $asked("$server?sentinel_pass=secret"), "\n";
echo 'with a user: ', $asked("$server?sentinel_user=asker&sentinel_pass=secret"), "\n";

foreach ($sentinels->sentinels as $n => $sentinel) {
    $sentinel->kill();
    echo $n + 1, ' crashed: ', $asked("$server?sentinel_pass=secret&read_timeout=1.$n"), "\n";
}
echo 'in time: ', $asked("$server?sentinel_pass=secret&read_timeout=1.2", 0.3), "\n";
say('a client that has a connection', [$old->isOwned(), $old->release()]);
?>
--EXPECTF--
before: true
unknown name: RedisLockConnectionException: %s on redis-sentinel://127.0.0.1:<port>,127.0.0.1:<port>,127.0.0.1:<port>/other: cannot connect: no sentinel leads to the master "other": redis://127.0.0.1:<port> knows no such master; redis://127.0.0.1:<port> knows no such master; redis://127.0.0.1:<port> knows no such master (is the name of the master right, and are these sentinels?)
no password: RedisLockConnectionException: %s on redis-sentinel://%s/mymaster/1: %sNOAUTH %s (the server wants a password, and its address names none)
wrong password: RedisLockConnectionException: %s on redis-sentinel://%s/mymaster: %sWRONGPASS %s (check user and password of the server's address)
right password: nothing thrown, returned true
no password: RedisLockConnectionException: %s on redis-sentinel://%s/mymaster: %sNOAUTH %s (check sentinel_user and sentinel_pass)
wrong password: RedisLockConnectionException: %s on redis-sentinel://%s/mymaster: %sWRONGPASS %s (check sentinel_user and sentinel_pass)
right password: nothing thrown, returned true
with a user: nothing thrown, returned true
1 crashed: nothing thrown, returned true
2 crashed: nothing thrown, returned true
3 crashed: RedisLockConnectionException: %s on redis-sentinel://%s/mymaster: cannot connect: no sentinel leads to the master "mymaster": redis://127.0.0.1:<port>: Connection refused%sConnection refused%sConnection refused%s(is the server running, and is its address right?)
in time: RedisLockConnectionException: %sConnection refused%s
a client that has a connection: [true,true]
