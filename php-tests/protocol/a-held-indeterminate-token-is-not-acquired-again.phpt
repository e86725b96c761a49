--TEST--
If a release or a shorter refresh of one object had no reply, another object that holds the lock with its token starts no new lease
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$acts = ['release' => fn(RedisLock $lock) => $lock->release(), 'refresh' => fn(RedisLock $lock) => $lock->refresh(0.3)];
foreach ([false, true] as $shared) {
    foreach ($acts as $what => $act) {
        foreach (['acquire', 'refresh'] as $how) {
            $proxy = FaultProxy::before($redis);
            $options = ['server' => "$proxy->address?read_timeout=1.5", 'shared' => $shared];
            $warm = RedisLock::restore('warm', 'W', ...$options);
            [$warm->acquire(), $warm->refresh(10.0), $warm->release()]; // the scripts are known
            $key = "$what-$how-" . ($shared ? 'shared' : 'alone');
            [$one, $other] = [new RedisLock($key, ...$options, token: 'T'), new RedisLock($key, ...$options, token: 'T')];
            [$one->acquire(), $other->acquire(), $other->isOwned()];
            $proxy->always('*', 'keep');
            thrown(fn() => $act($other));
            $proxy->reset();
            $refused = str_contains(thrown(fn() => $one->$how()), 'had no answer and may still arrive');
            say("$key: refused", $refused);
            $proxy->deliver();
            unset($one, $other);
        }
    }
}
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('own', 30.0, server: "$proxy->address?read_timeout=1.5", token: 'T');
$lock->acquire();
$proxy->on('EVALSHA', 'keep');
thrown(fn() => $lock->refresh(5.0));
say('its own: refreshed', [$lock->refresh(20.0), $lock->getRemaining() < 5.0]);
?>
--EXPECT--
release-acquire-alone: refused: true
release-refresh-alone: refused: true
refresh-acquire-alone: refused: true
refresh-refresh-alone: refused: true
release-acquire-shared: refused: true
release-refresh-shared: refused: true
refresh-acquire-shared: refused: true
refresh-refresh-shared: refused: true
its own: refreshed: [true,true]
