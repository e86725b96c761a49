--TEST--
isOwned() and isLocked() ask the server; isHeld() does not
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$onlooker = new RedisLock('k', server: $redis->address);
$report = fn(string $when) => say($when, [
    'held' => $lock->isHeld(),
    'owned' => $lock->isOwned(),
    'locked' => $lock->isLocked(),
    'onlooker owned' => $onlooker->isOwned(),
    'onlooker locked' => $onlooker->isLocked(),
]);

$report('free');
$lock->acquire();
$report('acquired');
$redis->ask('SET', 'k', 'a thief');
say('held, as far as we know', $lock->isHeld());
$report('taken by another client');
say('held, now that we know', $lock->isHeld());
$redis->ask('DEL', 'k');
$report('gone');
?>
--EXPECT--
free: {"held":false,"owned":false,"locked":false,"onlooker owned":false,"onlooker locked":false}
acquired: {"held":true,"owned":true,"locked":true,"onlooker owned":false,"onlooker locked":true}
held, as far as we know: true
taken by another client: {"held":true,"owned":false,"locked":true,"onlooker owned":false,"onlooker locked":true}
held, now that we know: false
gone: {"held":false,"owned":false,"locked":false,"onlooker owned":false,"onlooker locked":false}
