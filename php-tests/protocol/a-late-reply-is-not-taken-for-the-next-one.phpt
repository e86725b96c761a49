--TEST--
A reply that arrives after the read timeout is never taken for the reply to the next command
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', server: "$proxy->address?read_timeout=2");
$redis->ask('SET', 'locked', 'another-client');
$free = new RedisLock('free', server: "$proxy->address?read_timeout=2");
$locked = new RedisLock('locked', server: "$proxy->address?read_timeout=2");
say('answers', [$free->isLocked(), $locked->isLocked()]);
for ($n = 0; $n < 2; $n++) {
    $proxy->on('EXISTS', 'late', 8);
    echo strtok(thrown(fn() => $locked->isLocked()), ':'), "\n";
    say('answers', [$free->isLocked(), $locked->isLocked(), $free->isLocked(), $locked->isLocked()]);
}
?>
--EXPECT--
answers: [false,true]
RedisLockConnectionException
answers: [false,true,false,true]
RedisLockConnectionException
answers: [false,true,false,true]
