--TEST--
If a server closes idle connections, locks, waiters and the thread reconnect, and nothing else changes
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start(['timeout' => '1']);
$lock = new RedisLock('k', ttl: 600.0, server: $redis->address);
$idle = function () use ($redis) {
    // Ours is closed, too.
    await('the end of an idle connection', function () use ($redis) {
        $client = $redis->connect();
        $own = (string) $client->ask('CLIENT', 'ID');
        preg_match_all('/^id=(\d+) .* flags=[NU]/m', $client->ask('CLIENT', 'LIST'), $found);
        return array_diff($found[1], [$own]) === [];
    });
};
foreach (['acquire', 'refresh', 'isOwned', 'isLocked', 'release', 'tryAcquire', 'forceRelease'] as $method) {
    $before = RedisLock::stats()['reconnects'];
    say($method, $lock->$method());
    $method === 'acquire' || RedisLock::stats()['reconnects'] > $before || print("  no connection was closed\n");
    $idle();
}
// A queued waiter is not idle, and a watcher makes a new connection.
$redis->connect()->ask('SET', 'k', 'another-client', 'PX', '3000');
$waiter = waiter($redis);
$waiter->tell('wait');
say('a waiter', json_decode($waiter->hear())[0]);
$waiter->tell('release');
$renewed = new RedisLock('renewed', ttl: 6.0, autoRenew: true, server: $redis->address);
$renewed->acquire();
$idle();
await('renewals over new connections', fn() => RedisLock::stats()['renewed'] >= 3);
say('renewed', [$renewed->isHeld(), $renewed->isOwned(), $renewed->release()]);
say('errors, lost', [RedisLock::stats()['errors'], RedisLock::stats()['lost']]);
?>
--EXPECT--
acquire: true
refresh: true
isOwned: true
isLocked: true
release: true
tryAcquire: true
forceRelease: true
a waiter: true
renewed: [true,true,true]
errors, lost: [0,0]
