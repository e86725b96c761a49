--TEST--
Newer waiters give up: the one that is left in line takes the lock long before the dead head's key expires
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
[$head, $left] = line_of($redis, 2, killed: true);
$others = array_map(fn() => waiter($redis), range(1, 6));
foreach ($others as $other) {
    $other->tell('0.3');
}
foreach ($others as $other) {
    $other->hear();
}
$life = $redis->ask('PTTL', '{k}:redislock:head') / 1e3;
$sender->send('STOP', $head);
$start = now();
$holder->release();
$left->hear();
$took = now() - $start;
$head->kill();
say('in time', $took < $life / 2 || is_slow() ?: $took);
?>
--EXPECT--
in time: true
