--TEST--
At its timeout a watcher or a sleeper makes a last attempt: it takes a lock that has just become free, or returns at once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$lateness = lateness();
$is_in_time = function (float $wait, RedisLock $lock) use ($lateness): bool|float {
    $lateness();
    $start = now();
    $acquired = $lock->acquire($wait);
    $took = now() - $start;
    return !$acquired && $took >= $wait && ($took < $wait + 1.4 + $lateness() || is_slow()) ?: $took;
};
$redis->ask('SET', 'k', 'another-client');
$waiters = queued_waiters($redis, 2);
$lock = new RedisLock('k', server: $redis->address);
foreach ([0.1, 0.6, 1.3] as $wait) {
    say("queued, $wait seconds, in time", $is_in_time($wait, $lock));
}
foreach ($waiters as $waiter) {
    $waiter->kill();
}
say('keys left', $redis->locks());
clear_queue($redis);
foreach ([0.1, 0.6, 1.3] as $wait) {
    say("first, $wait seconds, in time", $is_in_time($wait, $lock));
}
// Both watchers have crashed, and the sleeper's first check would be later, so it does not notice that the lock is free.
clear_queue($redis);
$redis->ask('MSET', '{k}:redislock:seat1', '1:0:0:crashed', '{k}:redislock:seat2', '2:0:0:crashed');
$redis->ask('PEXPIRE', 'k', '200');
say('acquired at the last moment', $lock->acquire(0.45));
say('waited to the end', $lock->getWaited() >= 0.45);
?>
--EXPECT--
queued, 0.1 seconds, in time: true
queued, 0.6 seconds, in time: true
queued, 1.3 seconds, in time: true
keys left: ["k"]
first, 0.1 seconds, in time: true
first, 0.6 seconds, in time: true
first, 1.3 seconds, in time: true
acquired at the last moment: true
waited to the end: true
