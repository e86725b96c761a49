--TEST--
abortOnLoss throws after a listener that was running, and a loss that is noticed meanwhile is told
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
/** The listener's code runs until the thread has noticed $count losses. */
function until_lost(int $count): void
{
    await('the loss', fn() => RedisLock::stats()['lost'] >= $count);
    $end = now() + 0.2; // the thread notifies again and again meanwhile
    while (now() < $end);
}

$lock = new RedisLock('a', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
RedisLock::listen(function (RedisLockEvent $event) use ($redis) {
    if ($event->type === 'acquired') {
        $redis->ask('DEL', 'a');
        until_lost(1);
    }
    echo "told: $event->type\n";
});
say('lost while the listener runs', strtok(thrown(function () use ($lock) {
    $lock->acquire();
    await('the exception', fn() => false);
}), ':'));
$lock->release();
RedisLock::listen(null);

$told = [];
RedisLock::listen(function (RedisLockEvent $event) use (&$told, $redis) {
    $told[] = "$event->type $event->key";
    if ($told === ['acquired b', 'acquired c']) {
        $redis->ask('DEL', 'b');
        until_lost(2);
    }
});
[$one, $other] = array_map(fn(string $key) => new RedisLock($key, ttl: 60.0, server: $redis->address, autoRenew: true), ['b', 'c']);
$one->acquire();
$other->acquire();
say('told', $told);
?>
--EXPECT--
told: acquired
told: lost
lost while the listener runs: "RedisLockLostException"
told: ["acquired b","acquired c","lost b"]
