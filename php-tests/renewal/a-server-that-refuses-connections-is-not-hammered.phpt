--TEST--
If a server refuses the thread's connection, at once, by its password or after HELLO, the thread asks at a limited rate
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$refusals = [
    'closes at HELLO' => fn(RedisServer $redis, FaultProxy $proxy) => $proxy->always('HELLO', 'refuse'),
    'closes after CLIENT' => fn(RedisServer $redis, FaultProxy $proxy) => $proxy->always('CLIENT', 'last'),
    'closes at renewals' => fn(RedisServer $redis, FaultProxy $proxy) => $proxy->always('EVALSHA', 'refuse'),
];
foreach ($refusals as $what => $refuse) {
    $redis = RedisServer::start();
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: 30.0, server: $proxy->address, autoRenew: true);
    $lock->acquire();
    $refuse($redis, $proxy);
    $proxy->seen();
    pause(1.0);
    say("$what: attempts", count(array_keys($proxy->seenNames(), 'HELLO')) < 40);
    $proxy->reset();
}
$redis = RedisServer::start(['requirepass' => 'old']);
$operator = $redis->connect();
$operator->ask('AUTH', 'old');
$lock = new RedisLock('k', ttl: 30.0, server: "$redis->address?pass=old", autoRenew: true);
$lock->acquire();
$operator->ask('CONFIG', 'SET', 'requirepass', 'new');
$operator->ask('CONFIG', 'RESETSTAT');
pause(1.0);
preg_match('/total_connections_received:(\d+)/', $operator->ask('INFO', 'stats'), $found);
say('wrong password: attempts', $found[1] < 40);
?>
--EXPECT--
closes at HELLO: attempts: true
closes after CLIENT: attempts: true
closes at renewals: attempts: true
wrong password: attempts: true
