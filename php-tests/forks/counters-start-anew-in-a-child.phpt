--TEST--
stats() starts anew in a forked child, and the parent does not count the child's calls
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

require __DIR__ . '/../inc/forks.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
$lock->refresh();
(new RedisLock('k', server: $redis->address))->acquire(0.01);
$before = RedisLock::stats();
echo in_child(function () use ($redis, $lock) {
    say('at first', array_filter(RedisLock::stats()));
    $lock->release();
    say('after a release that is not the child\'s', array_filter(RedisLock::stats()));
    $own = new RedisLock('own', server: $redis->address);
    $own->acquire();
    $own->release();
    $stats = RedisLock::stats();
    unset($stats['wait_seconds'], $stats['hold_seconds']);
    say('after a lock of its own', array_filter($stats));
});
say('parent', RedisLock::stats() === $before);
?>
--EXPECT--
at first: []
after a release that is not the child's: []
after a lock of its own: {"acquired":1,"released":1,"attempts":1,"connections":1}
parent: true
