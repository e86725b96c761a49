--TEST--
During CLIENT PAUSE the read timeout bounds a call, and the next call works after the pause
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, wait: 3600.0, server: "$redis->address?read_timeout=1");
$held = new RedisLock('held', ttl: 60.0, server: "$redis->address?read_timeout=1");
$held->acquire();

foreach (['acquire' => $lock->acquire(...), 'tryAcquire' => $lock->tryAcquire(...), 'refresh' => $held->refresh(...), 'release' => $held->release(...)] as $what => $call) {
    $redis->ask('CLIENT', 'PAUSE', '3600000', 'WRITE');
    $before = now();
    echo "$what => ", preg_replace('#unix://\S+/redis.sock#', '<server>', thrown($call)), "\n";
    $took = now() - $before;
    // Not before it, and not for ever: a busy machine may be late, but not by a quarter of an hour.
    say('after the read timeout', $took >= 1.0 && $took < 20.0);
    $redis->ask('CLIENT', 'UNPAUSE');
}
say('acquired once unpaused', $lock->acquire());
say('owned', $redis->ask('GET', 'k') === $lock->getToken());
say('released once unpaused', $held->release());
say('keys', $redis->ask('KEYS', '*'));
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on <server>: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
after the read timeout: true
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on <server>: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
after the read timeout: true
refresh => RedisLockConnectionException: Cannot refresh lock "held" on <server>: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
after the read timeout: true
release => RedisLockConnectionException: Cannot release lock "held" on <server>: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
after the read timeout: true
acquired once unpaused: true
owned: true
released once unpaused: true
keys: ["k"]
