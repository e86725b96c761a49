--TEST--
A connection that was killed while idle costs a reconnect and nothing else
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: 60.0, server: $redis->address);
$lock->isLocked();
foreach (['acquire', 'refresh', 'isOwned', 'isLocked', 'acquire', 'release', 'tryAcquire', 'forceRelease', 'synchronized'] as $method) {
    $before = RedisLock::stats()['reconnects'];
    $redis->killClients();
    await('the end of the connections', fn() => $redis->clients() === []);
    say($method, $method === 'synchronized' ? $lock->synchronized(fn() => 'worked') : $lock->$method());
    say('reconnects', RedisLock::stats()['reconnects'] - $before);
}
$lock->acquire();
$redis->killClients();
unset($lock);
say('key after unset', $redis->ask('EXISTS', 'k'));
say('errors', RedisLock::stats()['errors']);
say('connections', [RedisLock::stats()['connections'], count($redis->clients())]);
?>
--EXPECT--
acquire: true
reconnects: 1
refresh: true
reconnects: 1
isOwned: true
reconnects: 1
isLocked: true
reconnects: 1
acquire: true
reconnects: 1
release: true
reconnects: 1
tryAcquire: true
reconnects: 1
forceRelease: true
reconnects: 1
synchronized: "worked"
reconnects: 1
key after unset: 0
errors: 0
connections: [1,1]
