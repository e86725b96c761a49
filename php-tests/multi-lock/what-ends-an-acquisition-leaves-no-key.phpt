--TEST--
A fork during the wait, a handler that throws at the last command, a fence that a quorum denies: the object holds all keys, or none is left
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$values = fn() => $redis->ask('MGET', 'a', 'b');
$lock = new RedisMultiLock(['a', 'b'], ttl: 600.0, server: $redis->address);
echo in_child(function () use ($lock, $redis, $values) {
    $redis = new RespClient($redis->address);
    $redis->ask('SET', 'b', 'another-client', 'PX', 300); // so that the keys are taken in order
    say('child: acquired', $lock->acquire(60.0));
    say('child: held, owned', [$lock->isHeld(), $lock->isOwned(), $redis->ask('MGET', 'a', 'b') === array_fill(0, 2, $lock->getToken())]);
    say('child: released', $lock->release());
});
say('left', $values());

$proxy = FaultProxy::before($redis);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($proxy) {
    $proxy->sendKeptReplies();
    throw new Exception('the handler');
});
foreach (['in one step' => 'EVALSHA 8', 'in order' => 'EVALSHA 10'] as $how => $last) {
    $lock = new RedisMultiLock(['a', 'b'], ttl: 600.0, server: "$proxy->address?read_timeout=60");
    $lock->acquire() && $lock->release(); // loads the scripts
    $how === 'in order' && $redis->ask('SET', 'b', 'another-client', 'PX', 300);
    $proxy->on($last, 'signal', getmypid());
    say("$how", [thrown(fn() => $lock->acquire(60.0)), $lock->isHeld()]);
    (new RedisLock('another', server: $proxy->address))->isLocked();
    say('  left', $values());
}

$servers = array_map(fn() => RedisServer::start(), range(1, 3));
$proxies = array_map(FaultProxy::before(...), $servers);
$fenced = new RedisMultiLock(['a', 'b', 'c'], ttl: 600.0, fenced: true, server: array_column($proxies, 'address'));
$fenced->acquire() && $fenced->release();
foreach ([$proxies[1], $proxies[2]] as $proxy) {
    // Raising the counter of a key: it is not ours.
    $proxy->always('EVALSHA 8', 'say', ":0\r\n");
    $proxy->always('EVAL 8', 'say', ":0\r\n");
}
say('a fence is denied', [$fenced->tryAcquire(), $fenced->getBlockedBy()]);
$fenced = null;
// One server of three does not decide, so it may execute the undo later.
$left = fn() => array_map(fn(RedisServer $server) => $server->ask('EXISTS', 'a', 'b', 'c'), $servers);
await('the undo at each server', fn() => array_sum($left()) === 0);
say('left at each server', $left());
?>
--EXPECT--
child: acquired: true
child: held, owned: [true,true,true]
child: released: true
left: [null,null]
in one step: ["Exception: the handler",false]
  left: [null,null]
in order: ["Exception: the handler",false]
  left: [null,null]
a fence is denied: [false,"a"]
left at each server: [0,0,0]
