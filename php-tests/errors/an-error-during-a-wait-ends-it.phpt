--TEST--
A server that goes away while a lock is awaited: an error at once, not at the end of the wait
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'somebody');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: INF, server: $argv[1]);
    echo "waiting\n";
    echo strtok(thrown(fn() => $lock->acquire()), ':'), "\n";
    hear();
    say('once it is back', $lock->acquire());
    PHP, [$redis->address]);
$waiter->hear();
$redis->ask('CONFIG', 'RESETSTAT');
await('an attempt', fn() => count($redis->commands()) > 0);
$redis->stop();
echo $waiter->hear(), "\n";
$redis->restart();
$waiter->tell('go on');
echo $waiter->finish();
?>
--EXPECT--
RedisLockConnectionException
once it is back: true
