--TEST--
tryAcquire() reports NOREPLICAS and BUSY at once, and acquire() gets the lock if they pass within the wait; OOM is reported at once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['busy-reply-threshold' => '50']);
$attempt = fn(float $wait) => preg_replace('/(?<=busy running a script).*/', '', failure(fn() => (new RedisLock('k', server: "$redis->address?read_timeout=20"))->acquire($wait)));
$waiter = function (string $code, callable $end) use ($redis, $attempt) {
    echo $attempt(0.0), "\n";
    $start = now();
    echo $attempt(0.3), "\n";
    say('when the wait is over', now() - $start >= 0.3);
    $child = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', wait: 600.0, server: "$argv[1]?read_timeout=20");
        echo "waiting\n";
        say('acquired', $lock->acquire());
        say('errors', RedisLock::stats()['errors']);
        PHP, [$redis->address]);
    $child->hear();
    $probe = new RedisLock('k', server: "$redis->address?read_timeout=20");
    say('meanwhile', str_contains(thrown(fn() => $probe->acquire(0.3)), $code) && !$child->hasSpoken());
    $end();
    echo $child->finish();
};
$redis->ask('CONFIG', 'SET', 'min-replicas-to-write', '1');
$waiter('NOREPLICAS', fn() => $redis->ask('CONFIG', 'SET', 'min-replicas-to-write', '0'));

$busy = $redis->connect();
$busy->send('EVAL', 'while true do end', '0');
await('it to be busy', fn() => str_contains(thrown(fn() => $redis->ask('GET', 'k')), 'BUSY'));
$waiter('BUSY', fn() => $redis->ask('SCRIPT', 'KILL'));

$redis->ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
$redis->ask('CONFIG', 'SET', 'maxmemory', '1');
echo $attempt(3600.0), "\n";
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOREPLICAS Not enough good replicas to write. (this may be over soon: try again)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: NOREPLICAS Not enough good replicas to write. (this may be over soon: try again)
when the wait is over: true
meanwhile: true
acquired: true
errors: 0
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: BUSY Redis is busy running a script
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: BUSY Redis is busy running a script
when the wait is over: true
meanwhile: true
acquired: true
errors: 0
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: OOM command not allowed when used memory > 'maxmemory'. (the server's maxmemory is reached: raise it, or give locks a server of their own)
