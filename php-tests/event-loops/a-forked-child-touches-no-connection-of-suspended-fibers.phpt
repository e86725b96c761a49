--TEST--
If a loop goes on in a forked child, the calls that were suspended there read and write nothing on their parent's connections
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/Loop.php';
require __DIR__ . '/../inc/quorum.php';

RedisLock::setPoll(Loop::poll(...));
$redis = RedisServer::start();
$quorum = servers(3);
foreach (['one server' => [$redis], 'a quorum' => $quorum] as $kind => $servers) {
    $server = $kind === 'a quorum' ? addresses($servers, '?read_timeout=60') : "$redis->address?read_timeout=60";
    $failed = 0;
    for ($round = 0; $round < 10; $round++) {
        array_map(fn(RedisServer $server) => $server->suspend(), $servers);
        foreach (range(1, 20) as $number) {
            Loop::start(function () use ($server, $number, &$failed) {
                try {
                    $lock = new RedisLock("k$number", ttl: 600.0, server: $server);
                    $lock->tryAcquire() && $lock->release(); // the child may be faster
                } catch (RedisLockException) {
                    $failed++;
                }
            });
        }
        $child = pcntl_fork();
        if ($child === 0) {
            Loop::run();
            exec('kill -9 ' . getmypid()); // what the child thinks of its parent's locks does not matter here
        }
        array_map(fn(RedisServer $server) => $server->resume(), $servers);
        Loop::run();
        pcntl_waitpid($child, $status);
        array_map(fn(RedisServer $server) => $server->ask('FLUSHALL'), $servers);
    }
    say("$kind, failed", $failed);
}
?>
--EXPECT--
one server, failed: 0
a quorum, failed: 0
