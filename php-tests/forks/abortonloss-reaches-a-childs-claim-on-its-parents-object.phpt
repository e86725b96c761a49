--TEST--
If a forked child acquires with abortOnLoss on its parent's object, the loss is thrown once in the child, and not in the parent
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';
require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$child = function (RedisLock $lock) use ($redis) {
    $lock->acquire();
    await_renewals();
    pause(0.05);
    $losses = 0;
    foreach ([20.0, 0.2] as $seconds) {
        try {
            $losses === 0 && $redis->connect()->ask('DEL', 'k');
            for ($end = now() + $seconds; now() < $end;) {
                compute(0.01);
            }
        } catch (RedisLockLostException) {
            $losses++;
        }
    }
    say('child: losses, held', [$losses, $lock->isHeld()]);
};
$lock = new RedisLock('k', ttl: 600.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
echo in_child(fn() => $child($lock));
compute(0.1);
say('parent: lost', RedisLock::stats()['lost']);
?>
--EXPECT--
child: losses, held: [1,false]
parent: lost: 0
