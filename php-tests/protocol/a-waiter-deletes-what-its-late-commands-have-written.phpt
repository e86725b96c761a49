--TEST--
If a late command of a waiter takes the lock that it waits for, or another one, the waiter deletes the key while it waits
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
array_map(fn(string $key) => $redis->ask('SET', $key, 'another client'), ['k', 'other']);
$waiter = PhpChild::start(<<<'PHP'
    $of = fn(string $key) => new RedisLock($key, 600.0, server: $argv[1]);
    say('another key', $of('other')->acquire(0.0));
    hear();
    say('acquired', $of('k')->acquire(INF));
    PHP, [$proxy->address]);
$token_of_lost = fn(string $key) => array_values(array_filter($proxy->seen(), fn(array $sent) => array_slice($sent, 0, 2) === ['SET', $key]))[0][2];
$proxy->on('SET', 'lose');
echo $waiter->hear(), "\n";
$other = $token_of_lost('other');
$proxy->on('SET', 'lose');
$waiter->tell('wait');
await('the waiter', fn() => $redis->seats() !== []);
$own = $token_of_lost('k');
// As if the other clients had released, and the late commands had come first.
$redis->ask('SET', 'other', $other, 'PX', '600000');
await('the deletion', fn() => $redis->ask('EXISTS', 'other') === 0);
$redis->ask('SET', 'k', $own, 'PX', '600000');
echo $waiter->hear(), "\n";
$waiter->finish();
?>
--EXPECT--
another key: false
acquired: true
