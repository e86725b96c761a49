--TEST--
isLocked(), isOwned(), isHeld() and getRemaining() describe a free lock, another owner's and our own
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, ttl: 20.0, server: $kind->server);
$answers = fn() => ['locked' => $lock->isLocked(), 'owned' => $lock->isOwned(), 'held' => $lock->isHeld(), 'remaining' => $lock->getRemaining() > 0.0];

say('free', $answers());
$kind->ask($key, 'SET', $key, 'another-client', 'PX', 600_000);
say("another owner's", $answers());
$kind->ask($key, 'DEL', $key);
$lock->acquire();
say('ours', $answers());
$kind->ask($key, 'DEL', $key);
say('deleted', $answers());
$lock->acquire();
say('ours', $answers());
$lock->release();
say('released', $answers());
?>
--EXPECT--
free: {"locked":false,"owned":false,"held":false,"remaining":false}
another owner's: {"locked":true,"owned":false,"held":false,"remaining":false}
ours: {"locked":true,"owned":true,"held":true,"remaining":true}
deleted: {"locked":false,"owned":false,"held":false,"remaining":false}
ours: {"locked":true,"owned":true,"held":true,"remaining":true}
released: {"locked":false,"owned":false,"held":false,"remaining":false}
