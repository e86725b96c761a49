--TEST--
If an attempt was repeated without success and its first command takes the lock late, a later command deletes the key; so for a waiter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$cases = ['exclusive' => ['SET', []], 'shared' => ['EVALSHA', ['shared' => true]], 'a step' => ['EVALSHA', ['wait' => 0.5]]];
foreach ($cases as $key => [$command, $options]) {
    $proxy = FaultProxy::before($redis); // nothing has been left behind there
    $next = new RedisLock('another', server: $proxy->address);
    $holder = new RedisLock($key, 600.0, server: $redis->address);
    $holder->acquire();
    $lock = new RedisLock($key, 600.0, ...$options + ['wait' => 0.0, 'server' => $proxy->address]);
    $lock->acquire(0.0); // the server knows the scripts
    $next->acquire(0.0) && $next->release();
    $proxy->on($command, 'lose');
    say($key, $lock->acquire());
    $holder->release();
    say('  the late command', $proxy->deliver());
    await('it has come', fn() => $redis->ask('EXISTS', $key) === 1);
    await('the deletion', fn() => $next->acquire() && $next->release() && $redis->ask('EXISTS', $key) === 0);
}
?>
--EXPECT--
exclusive: false
  the late command: 1
shared: false
  the late command: 1
a step: false
  the late command: 1
