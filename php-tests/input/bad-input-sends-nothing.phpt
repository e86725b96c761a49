--TEST--
Bad input is refused before anything is sent or connected
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('CONFIG', 'RESETSTAT');
$server = $redis->address;
$lock = new RedisLock('k', server: $server);
$connections = $redis->info('total_connections_received');
$calls = [
    fn() => new RedisLock('', server: $server),
    fn() => new RedisLock([], server: $server),
    fn() => new RedisLock('k', NAN, server: $server),
    fn() => new RedisLock('k', wait: -1, server: $server),
    fn() => new RedisLock('k', retryInterval: 0, server: $server),
    fn() => new RedisLock('k', replicas: -1, server: $server),
    fn() => new RedisLock('k', server: "$server?database=1"),
    fn() => RedisLock::restore('k', '', server: $server),
    fn() => RedisLock::restore('k', 't', -1.0, $server),
    fn() => $lock->acquire(NAN),
    fn() => $lock->acquire(-0.001),
    fn() => $lock->refresh(0),
    fn() => $lock->synchronized(fn() => 1, -1),
    fn() => $lock->synchronized('no such function'),
    fn() => $lock->tryAcquire(1),
    fn() => $lock->release(true),
];
foreach ($calls as $number => $call) {
    $kinds[] = strtok(thrown($call), ':');
}
say('thrown', array_count_values($kinds));
say('commands', $redis->commands());
say('connections', $redis->info('total_connections_received') - $connections);
say('keys', $redis->ask('DBSIZE'));
?>
--EXPECT--
thrown: {"ValueError":12,"TypeError":2,"ArgumentCountError":2}
commands: []
connections: 0
keys: 0
