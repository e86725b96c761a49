--TEST--
At the end of its time a waiter makes a last attempt, at the head and in line: it gets a lock that has just become free, and otherwise returns then, not a look later
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'somebody');
$waiters = line_of($redis, 2);
$lock = new RedisLock('k', server: $redis->address);
foreach ([0.1, 0.6, 1.3] as $wait) {
    $start = now();
    $acquired = $lock->acquire($wait);
    $took = now() - $start;
    say("in line, $wait seconds", !$acquired && $took >= $wait && ($took < $wait + 1.4 || is_slow()) ? 'in time' : $took);
}
foreach ($waiters as $waiter) {
    $waiter->kill();
}
say('keys left', keys_left($redis));
foreach ([0.1, 0.6, 1.3] as $wait) {
    $start = now();
    $acquired = $lock->acquire($wait);
    $took = now() - $start;
    say("head, $wait seconds", !$acquired && $took >= $wait && ($took < $wait + 1.4 || is_slow()) ? 'in time' : $took);
}
// The head is dead, and there is no room for a deputy's second connection: nobody sees that the lock becomes free.
$head = line_of($redis, 1, killed: true)[0];
$head->kill();
$redis->ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$redis->ask('CONFIG', 'SET', 'maxclients', '3');
$redis->ask('PEXPIRE', 'k', '300');
say('acquired at the last moment', $lock->acquire(0.5));
say('waited to the end', $lock->getWaited() >= 0.5);
?>
--EXPECT--
in line, 0.1 seconds: "in time"
in line, 0.6 seconds: "in time"
in line, 1.3 seconds: "in time"
keys left: ["k"]
head, 0.1 seconds: "in time"
head, 0.6 seconds: "in time"
head, 1.3 seconds: "in time"
acquired at the last moment: true
waited to the end: true
