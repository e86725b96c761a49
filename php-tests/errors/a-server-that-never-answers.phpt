--TEST--
If a server accepts and never replies, the read timeout bounds a call, and the next call works when the server replies again
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$proxy->always('*', 'hang');
$server = "$proxy->address?read_timeout=0.5";
foreach (array_diff_key(every_call($server), ['isOwned' => 0, 'forceRelease' => 0]) as $method => $call) {
    $before = now();
    echo "$method => ", failure($call), "\n";
    $took = now() - $before;
    // One command, and perhaps one more when the object is destroyed. The rest is for a busy machine.
    say('  took', $took >= 0.45 && $took < 20.0);
}
$proxy->reset();
$lock = new RedisLock('k', server: $server);
await('a machine quick enough', function () use ($lock) {
    try {
        return $lock->tryAcquire();
    } catch (RedisLockConnectionException) {
        return false;
    }
});
say('once it answers', $redis->ask('GET', 'k') === $lock->getToken());
?>
--EXPECT--
acquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: no reply within the read timeout; whether the command was executed is not known (is the server overloaded, or redislock.read_timeout too short?)
  took: true
tryAcquire => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)
  took: true
synchronized => RedisLockConnectionException: Cannot acquire lock "k" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)
  took: true
release => RedisLockConnectionException: Cannot release lock "k" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)
  took: true
refresh => RedisLockConnectionException: Cannot refresh lock "k" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)
  took: true
isLocked => RedisLockConnectionException: Cannot check lock "k" on unix://.../proxy: no reply within the read timeout; nothing was executed (is the server overloaded, or redislock.read_timeout too short?)
  took: true
once it answers: true
