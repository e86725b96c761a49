--TEST--
A waiter that polls does not sleep past the end of the holder's lease, however long its sleeps have become
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'k', 'another-client');
// Whenever it asks, the holder's lease has five more milliseconds to run.
$proxy->always('HELLO', 'say', "-NOPROTO unsupported protocol version\r\n")->always('EVALSHA', 'say', ":5\r\n");
$lock = new RedisLock('k', retryInterval: 60.0, server: $proxy->address);
// Sleeps that double from a millisecond on would be twelve in 1.5 seconds. A busy machine gets more than one chance.
for ($round = 0; $round < 10; $round++) {
    $before = RedisLock::stats()['attempts'];
    $acquired = $lock->acquire(1.5);
    $attempts = RedisLock::stats()['attempts'] - $before;
    if ($acquired || $attempts > 25) {
        break;
    }
}
say('acquired', $acquired);
say('attempts', $attempts > 25);

// The holder's lease has no end: nothing to wait for but the next attempt.
$before = RedisLock::stats()['attempts'];
$proxy->reset()->always('EVALSHA', 'say', ":-1\r\n");
say('acquired', $lock->acquire(1.5));
say('attempts', RedisLock::stats()['attempts'] - $before <= 14);
?>
--EXPECT--
acquired: false
attempts: true
acquired: false
attempts: true
