--TEST--
If the first command of a repeated attempt takes the lock after its release, a later command deletes the key; so for a waiter
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$cases = [
    'exclusive' => ['SET', []],
    'unconfirmed' => ['SET', ['confirmRelease' => false]],
    'shared' => ['EVALSHA', ['shared' => true]],
    'fenced' => ['EVALSHA', ['fenced' => true]],
    'a step' => ['EVALSHA', ['wait' => 60.0]],
];
foreach ($cases as $key => [$command, $options]) {
    $proxy = FaultProxy::before($redis); // nothing has been left behind there
    $next = new RedisLock('another', server: $proxy->address);
    $lock = new RedisLock($key, 600.0, ...$options + ['wait' => 0.0, 'server' => $proxy->address]);
    $lock->acquire(0.0) && $lock->release(); // the server knows the scripts
    $next->acquire(0.0) && $next->release();
    if ($key === 'a step') {
        $redis->ask('SET', $key, 'another client', 'PX', '300');
        $proxy->on($command, 'pass'); // the arrival
    }
    $proxy->on($command, 'lose');
    say($key, $lock->acquire() && $lock->release());
    $next->isLocked(); // reads the reply to an unconfirmed release
    say('  the late command', $proxy->deliver());
    await('it has come', fn() => $redis->ask('EXISTS', $key) === 1);
    await('the deletion', fn() => $next->acquire() && $next->release() && $redis->ask('EXISTS', $key) === 0);
}
?>
--EXPECT--
exclusive: true
  the late command: 1
unconfirmed: true
  the late command: 1
shared: true
  the late command: 1
fenced: true
  the late command: 1
a step: true
  the late command: 1
