--TEST--
If connections are killed during a wait, each costs a reconnect, and the wait continues
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: INF, retryInterval: 0.01, server: $argv[1]);
    say('acquired', $lock->acquire());
    say('errors', RedisLock::stats()['errors']);
    say('reconnects', RedisLock::stats()['reconnects'] >= 3);
    say('owned', $lock->isOwned());
    PHP, [$redis->address]);
$attempts = fn() => array_sum(array_intersect_key($redis->commands(), ['set' => 0, 'eval' => 0, 'evalsha' => 0]));
for ($n = 0; $n < 4; $n++) {
    // An attempt is repeated once. Two more, and the connection is a new one that has served.
    $before = $attempts();
    await('the waiter', fn() => $attempts() >= $before + 2);
    $redis->killClients();
}
$redis->ask('DEL', 'k');
echo $waiter->finish();
?>
--EXPECT--
acquired: true
errors: 0
reconnects: true
owned: true
