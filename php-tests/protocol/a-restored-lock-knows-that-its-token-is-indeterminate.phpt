--TEST--
If a release or a shorter refresh had no reply, a lock restored with its token relies on no lease that may end at any moment
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$address = "$proxy->address?read_timeout=1.5";
foreach (['release' => fn($lock) => $lock->release(), 'refresh' => fn($lock) => $lock->refresh(0.3)] as $what => $act) {
    foreach (['acquire', 'refresh', 'isOwned'] as $how) {
        $lock = new RedisLock("$what-$how", 30.0, 0.0, $address, token: 'T');
        $lock->acquire();
        $lock->isOwned();
        $proxy->always('EVALSHA', 'keep');
        $proxy->always('EVAL', 'keep');
        try {
            $act($lock);
        } catch (RedisLockConnectionException) {
        }
        $proxy->reset();
        $restored = RedisLock::restore("$what-$how", 'T', 30.0, $address);
        try {
            $answer = var_export($restored->$how(), true);
        } catch (RedisLockConnectionException) {
            $answer = 'refused';
        }
        say("$what, $how: $answer, held", $restored->isHeld());
        unset($lock, $restored);
        $proxy->deliver();
    }
}
?>
--EXPECT--
release, acquire: refused, held: false
release, refresh: refused, held: false
release, isOwned: true, held: false
refresh, acquire: refused, held: false
refresh, refresh: refused, held: false
refresh, isOwned: true, held: false
