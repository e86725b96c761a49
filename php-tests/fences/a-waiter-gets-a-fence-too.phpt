--TEST--
A waiter gets a fence greater than the holder's with the lock; unsuccessful attempts generate none
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$holder = new RedisLock('k', server: $redis->address, fenced: true);
$holder->acquire();
$fence = $holder->getFence();
say('attempt without success', (new RedisLock('k', server: $redis->address, fenced: true))->tryAcquire());
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: 600.0, server: $argv[1], fenced: true);
    $lock->acquire();
    echo $lock->getFence(), "\n";
    PHP, [$redis->address]);
await_waiting($redis);
say('counter meanwhile', $redis->ask('GET', '{k}:redislock:fence') === (string) $fence);
$holder->release();
say('greater', (int) $waiter->finish() > $fence);
?>
--EXPECT--
attempt without success: false
counter meanwhile: true
greater: true
