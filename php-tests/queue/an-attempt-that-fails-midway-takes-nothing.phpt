--TEST--
If a helper key of another type fails a watcher's attempt, nothing remains, and the wait continues where it can
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$code = <<<'PHP'
    [, $address, $fenced] = $argv;
    $lock = new RedisLock('k', ttl: 600.0, wait: 60.0, server: $address, fenced: $fenced === 'fenced');
    hear();
    try {
        echo json_encode($lock->acquire()), "\n";
    } catch (RedisLockConnectionException $exception) {
        preg_match('/WRONGTYPE|[A-Z]\w+ .*/', substr($exception->getMessage(), 20), $found);
        echo $found[0], "\n";
    }
    hear();
    PHP;
foreach (['fence' => 'fenced', 'signal' => ''] as $name => $fenced) {
    $redis->ask('SET', 'k', 'another-client');
    $waiter = PhpChild::start($code, [$redis->address, $fenced]);
    enqueue_waiters($redis, [$waiter]);
    $redis->ask('HSET', "{k}:redislock:$name", 'field', 'value');
    $redis->ask('DEL', 'k');
    say($name, $waiter->hear());
    say('another client has the lock', $redis->ask('EXISTS', 'k'));
    $waiter->tell('end');
    $waiter->finish();
    say('left', $redis->ask('KEYS', "{k}:redislock:$name") && $redis->ask('DEL', "{k}:redislock:$name") ? $redis->locks() : null);
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
fence: "WRONGTYPE"
another client has the lock: 0
left: []
signal: "true"
another client has the lock: 1
left: []
