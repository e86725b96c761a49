--TEST--
acquire() and tryAcquire() on a lock that this object holds renew the lease to the full ttl, token kept
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address);

foreach (['acquire', 'tryAcquire'] as $method) {
    $lock->acquire();
    $token = $lock->getToken();
    $lock->refresh(5.0);
    say('left after a refresh to 5 seconds is at most 5', $redis->ask('PTTL', 'k') <= 5_000 && $lock->getRemaining() < 5.0);
    say($method, $lock->$method());
    say('left on the server is about 60', $redis->ask('PTTL', 'k') > 30_000);
    say('left by our clock is about 60', $lock->getRemaining() > 30.0);
    say('the same token', $lock->getToken() === $token && $redis->ask('GET', 'k') === $token);
}
say('renewals counted', RedisLock::stats()['renewed']);
say('acquisitions counted', RedisLock::stats()['acquired']);
?>
--EXPECT--
left after a refresh to 5 seconds is at most 5: true
acquire: true
left on the server is about 60: true
left by our clock is about 60: true
the same token: true
left after a refresh to 5 seconds is at most 5: true
tryAcquire: true
left on the server is about 60: true
left by our clock is about 60: true
the same token: true
renewals counted: 5
acquisitions counted: 1
