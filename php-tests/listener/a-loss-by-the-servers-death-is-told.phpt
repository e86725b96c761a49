--TEST--
The listener is told of a loss at the end of the lease if the server died, before the exception of abortOnLoss is caught
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

foreach (['plain' => [], 'abortOnLoss' => ['autoRenew' => true, 'abortOnLoss' => true]] as $how => $options) {
    $redis = RedisServer::start();
    $order = [];
    RedisLock::listen(function (RedisLockEvent $event) use (&$order) {
        $order[] = $event->type;
    });
    $lock = new RedisLock('k', ...[...$options, 'ttl' => 1.0, 'server' => "$redis->address?read_timeout=1"]);
    $lock->acquire();
    $redis->stop();
    try {
        await('the loss', function () use (&$order) {
            return count($order) > 1;
        });
    } catch (RedisLockLostException) {
        $order[] = 'caught';
    }
    say($how, $order);
    say('state', $lock->isHeld());
    RedisLock::listen(null);
    unset($lock);
}
?>
--EXPECT--
plain: ["acquired","lost"]
state: false
abortOnLoss: ["acquired","lost","caught"]
state: false
