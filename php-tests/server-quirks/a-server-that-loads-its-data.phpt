--TEST--
tryAcquire() reports a server that loads its data at once, and acquire() repeats its first attempt until it has loaded
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start(['enable-debug-command' => 'yes', 'loading-process-events-interval-bytes' => '1024']);
$redis->ask('DEBUG', 'POPULATE', '10000');
$redis->ask('SET', 'held', 'a token', 'PX', '600000');
$redis->ask('CONFIG', 'SET', 'key-load-delay', '10000');
$loading = $redis->connect();
$loading->send('DEBUG', 'RELOAD');
await('it to load', fn() => str_contains(thrown(fn() => $redis->ask('GET', 'k')), 'LOADING'));
$lock = new RedisLock('k', server: $redis->address);
echo failure(fn() => $lock->tryAcquire()), "\n";
$start = now();
echo failure(fn() => $lock->acquire(0.3)), "\n";
say('when the wait is over', now() - $start >= 0.3);
echo failure(fn() => $lock->isLocked()), "\n";
$waiter = PhpChild::start(<<<'PHP'
    [, $server] = $argv;
    $restored = RedisLock::restore('held', 'a token', server: $server);
    echo "waiting\n";
    $lock = new RedisLock('k', wait: 600.0, server: $server);
    say('acquired', $lock->acquire());
    say('what was held is', [$restored->isOwned(), $restored->release()]);
    say('errors', RedisLock::stats()['errors']);
    PHP, [$redis->address]);
$waiter->hear();
await('more refusals', function () use ($redis, &$first) {
    $count = preg_match('/errorstat_LOADING:count=(\d+)/', $redis->ask('INFO', 'errorstats'), $found) ? (int) $found[1] : 0;
    $first ??= $count;
    return $count > $first + 4;
});
$redis->ask('CONFIG', 'SET', 'key-load-delay', '0');
echo $waiter->finish();
?>
--EXPECT--
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: LOADING Redis is loading the dataset in memory (this may be over soon: try again)
RedisLockConnectionException: Cannot acquire lock "k" on unix://.../redis.sock: LOADING Redis is loading the dataset in memory (this may be over soon: try again)
when the wait is over: true
RedisLockConnectionException: Cannot check lock "k" on unix://.../redis.sock: LOADING Redis is loading the dataset in memory (this may be over soon: try again)
acquired: true
what was held is: [true,true]
errors: 0
