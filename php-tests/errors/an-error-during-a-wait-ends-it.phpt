--TEST--
If a server goes away during a wait, an error ends the wait after ten seconds; for a server that loads its data, the wait continues
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failures.php';

$redis = RedisServer::start();
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: INF, server: $argv[1]);
    echo "waiting\n";
    echo strtok(thrown(fn() => $lock->acquire()), ':'), "\n";
    hear();
    say('once it is back', $lock->acquire());
    $lock->release();
    PHP, [$redis->address]);
$waiter->hear();
await('it waits', fn() => $redis->seats() !== []); // an unreachable server is an error at once before the first reply
$start = now();
$redis->stop();
echo $waiter->hear(), "\n";
say('given some time', now() - $start > 9.9);
$redis->restart();
$waiter->tell('go on');
echo $waiter->finish();

$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: INF, server: $argv[1]);
    say('after LOADING', $lock->acquire());
    PHP, [$proxy->address]);
await('an attempt', fn() => in_array('SET', $proxy->seenNames(), true));
$proxy->always('*', 'say', "-LOADING Redis is loading the dataset in memory\r\n");
$redis->ask('DEL', 'k');
await('many attempts', function () use ($proxy, &$attempts) {
    return ($attempts += count($proxy->seen())) > 20;
});
$proxy->reset();
echo $waiter->finish();
?>
--EXPECT--
RedisLockConnectionException
given some time: true
once it is back: true
after LOADING: true
