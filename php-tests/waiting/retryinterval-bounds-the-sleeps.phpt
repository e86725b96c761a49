--TEST--
Without a queue, no sleep between two attempts is longer than retryInterval
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$server = $redis->addressOfSleeper();
$attempts = function (float $retryInterval) use ($server): int {
    $before = RedisLock::stats()['attempts'];
    (new RedisLock('k', retryInterval: $retryInterval, server: $server))->acquire(1.5);
    return RedisLock::stats()['attempts'] - $before;
};
// Sleeps that double from a millisecond on are eleven in 1.5 seconds.
say('unbounded', $attempts(60.0) <= 14);
// At least 300 on a machine that has time for us; one that is busy gets more than one chance.
for ($round = 0; $round < 10 && ($most = $attempts(0.005)) <= 25; $round++);
say('bounded by 5 ms', $most > 25);
// A busy machine makes a sleep longer, not shorter: half of 0.2 seconds is the shortest once it has grown.
say('bounded by 200 ms', $attempts(0.2) <= 24);
?>
--EXPECT--
unbounded: true
bounded by 5 ms: true
bounded by 200 ms: true
