--TEST--
If a server falls silent before the queue's connection and the wait's time is over by then, the wait costs no second time-out
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$timeout = 2.0;
$late = least_of(function () use ($redis, $timeout): float {
    $proxy = FaultProxy::before($redis);
    // The first attempt is answered, and nothing after it.
    $proxy->on('SET', 'pass')->always('*', 'hang');
    $lock = new RedisLock('k', server: "$proxy->address?read_timeout=$timeout");
    say('acquired', $lock->acquire(0.3));
    return $lock->getWaited() / $timeout;
}, 1.5);
say('time-outs', (int) $late);
?>
--EXPECTREGEX--
(acquired: false\n)+time-outs: 1
