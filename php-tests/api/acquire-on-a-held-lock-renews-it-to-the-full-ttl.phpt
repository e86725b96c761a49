--TEST--
acquire() and tryAcquire() on a lock that this object holds renew the lease to its full TTL, or that of the last refresh(), and keep the token
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address);

foreach (['acquire', 'tryAcquire'] as $method) {
    $lock->acquire();
    $token = $lock->getToken();
    foreach ([60.0, 300.0] as $ttl) {
        $lock->refresh($ttl);
        $redis->ask('PEXPIRE', 'k', '5000');
        say($method, $lock->$method());
        say("left on the server is about $ttl", $redis->ask('PTTL', 'k') > 500 * $ttl);
        say("left by our clock is about $ttl", $lock->getRemaining() > 0.5 * $ttl);
    }
    say('the same token', $lock->getToken() === $token && $redis->ask('GET', 'k') === $token);
}
say('renewals counted', RedisLock::stats()['renewed']);
say('acquisitions counted', RedisLock::stats()['acquired']);
?>
--EXPECT--
acquire: true
left on the server is about 60: true
left by our clock is about 60: true
acquire: true
left on the server is about 300: true
left by our clock is about 300: true
the same token: true
tryAcquire: true
left on the server is about 60: true
left by our clock is about 60: true
tryAcquire: true
left on the server is about 300: true
left by our clock is about 300: true
the same token: true
renewals counted: 9
acquisitions counted: 1
