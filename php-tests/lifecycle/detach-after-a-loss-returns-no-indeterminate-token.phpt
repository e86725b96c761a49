--TEST--
If a lock is lost while the server does not reply, detach() refuses its token until no pending command can end the claim
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$act = [
    'nothing' => fn(RedisLock $lock) => null,
    'release' => fn(RedisLock $lock) => say('released', $lock->release()),
    'refresh' => fn(RedisLock $lock) => say('refreshed', $lock->refresh()),
    'isOwned' => fn(RedisLock $lock) => say('owned', str_contains(thrown(fn() => $lock->isOwned()), 'no reply')),
];
$detach = function (RedisLock $lock, bool $shared) use ($redis): void {
    try {
        $token = $lock->detach();
    } catch (RedisLockException $exception) {
        echo '  refused: ', preg_replace('/.* is not handed/', 'not handed', $exception->getMessage()), "\n";
        return;
    }
    $restored = RedisLock::restore('k', $token, 30.0, $redis->address, shared: $shared);
    say('  restored', $restored->acquire(0.0));
    global $proxy;
    $proxy->deliver();
    say('  held and owned after what was kept has arrived', [$restored->isHeld(), $restored->isOwned(), $redis->ask('PTTL', 'k') > 20_000]);
    $restored->release();
};
foreach ([false, true] as $shared) {
    foreach ($act as $how => $call) {
        $redis->ask('FLUSHALL');
        $proxy = FaultProxy::before($redis);
        $lock = new RedisLock('k', ttl: 3.0, autoRenew: true, server: "$proxy->address?read_timeout=1.0", shared: $shared);
        $lock->acquire() && $lock->release() && $lock->acquire();
        $proxy->always('*', 'keep');
        await('the end of the lease', fn() => !$lock->isHeld());
        echo $shared ? 'share, ' : 'lock, ', "$how\n";
        $call($lock);
        $detach($lock, $shared);
    }
    $redis->ask('FLUSHALL');
    $proxy = FaultProxy::before($redis);
    $lock = new RedisLock('k', ttl: 3.0, autoRenew: true, server: "$proxy->address?read_timeout=1.0", shared: $shared);
    $lock->acquire() && $lock->release() && $lock->acquire();
    $proxy->always('*', 'keep');
    thrown(fn() => $lock->refresh(1.0));
    await('the end of the lease', fn() => !$lock->isHeld());
    echo $shared ? 'share' : 'lock', ", a shorter lease\n";
    $detach($lock, $shared);
}
?>
--EXPECT--
lock, nothing
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
lock, release
released: false
  refused: not handed over: a deletion of its token had no answer and may still arrive; acquire it again
lock, refresh
refreshed: false
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
lock, isOwned
owned: true
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
lock, a shorter lease
  refused: not handed over: a refresh() had no answer and may still arrive, and make its lease shorter; release it instead, or try again in a minute
share, nothing
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
share, release
released: false
  refused: not handed over: a deletion of its token had no answer and may still arrive; acquire it again
share, refresh
refreshed: false
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
share, isOwned
owned: true
  restored: true
  held and owned after what was kept has arrived: [true,true,true]
share, a shorter lease
  refused: not handed over: a refresh() had no answer and may still arrive, and make its lease shorter; release it instead, or try again in a minute
