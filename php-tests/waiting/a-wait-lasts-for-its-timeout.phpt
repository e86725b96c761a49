--TEST--
An unsuccessful wait lasts for its timeout, and is neither shorter nor longer
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$lock = new RedisLock('k', wait: 0.3, server: $redis->address);
foreach ([null, 0.0, 0.15, 0.6] as $wait) {
    $before = now();
    say('acquired', $lock->acquire($wait));
    $took = now() - $before;
    $asked = $wait ?? 0.3;
    // Late by what a busy machine costs, but not by the next longer wait's order of magnitude.
    say('waited', $took >= $asked && $took < $asked + 10.0 && $lock->getWaited() >= $asked && $lock->getWaited() <= $took);
}
say('timeouts', RedisLock::stats()['timeouts']);
?>
--EXPECT--
acquired: false
waited: true
acquired: false
waited: true
acquired: false
waited: true
acquired: false
waited: true
timeouts: 4
