--TEST--
The work may drop the last variable that holds the lock: it is released when the work is done
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
say('result', $lock->synchronized(function () use (&$lock, $redis) {
    $lock = null;
    gc_collect_cycles();
    say('key', $redis->ask('EXISTS', 'k'));
    return 'worked';
}));
say('key', $redis->ask('EXISTS', 'k'));

say('a temporary', (new RedisLock('k', server: $redis->address))->synchronized(fn() => $redis->ask('EXISTS', 'k')));
say('key', $redis->ask('EXISTS', 'k'));
?>
--EXPECT--
key: 1
result: "worked"
key: 0
a temporary: 1
key: 0
