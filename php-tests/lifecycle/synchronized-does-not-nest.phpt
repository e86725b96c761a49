--TEST--
synchronized() inside synchronized() of the same object is refused, and the outer one goes on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$same = new RedisLock('k', wait: 0.0, server: $redis->address);
$other = new RedisLock('other', server: $redis->address);
say('result', $lock->synchronized(function (RedisLock $lock) use ($same, $other, $redis) {
    $own = fn() => $redis->ask('GET', 'k') === $lock->getToken();
    echo thrown(fn() => $lock->synchronized(fn() => print "ran\n")), "\n";
    say('still held and owned', $lock->isHeld() && $own());
    echo strtok(thrown(fn() => $same->synchronized(fn() => print "ran\n")), ':'), "\n";
    say('another key', $other->synchronized(fn() => 'worked'));
    echo thrown(fn() => $lock->synchronized(fn() => print "ran\n", 0.0)), "\n";
    say('still held and owned', $lock->isHeld() && $own());
    return 'of the outer one';
}));
say('key', $redis->ask('EXISTS', 'k'));
say('works again', $lock->synchronized(fn() => 'worked'));
?>
--EXPECTF--
RedisLockException: synchronized() is running on lock "k" on unix://%s/redis.sock already, and the inner one would release it too early: call the inner work directly
still held and owned: true
RedisLockTimeoutException
another key: "worked"
RedisLockException: synchronized() is running on lock "k" on unix://%s/redis.sock already, and the inner one would release it too early: call the inner work directly
still held and owned: true
result: "of the outer one"
key: 0
works again: "worked"
