--TEST--
If the server refuses WAIT and falls silent, the watcher gives up after one time-out, not one for each of its commands
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$timeout = 6.0;
$proxy = FaultProxy::before($redis);
$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: INF, replicas: 1, server: $argv[1]);
    $thrown = thrown(fn() => $lock->acquire());
    echo str_contains($thrown, 'replicas cannot be waited for') ? now() : $thrown, "\n";
    PHP, ["$proxy->address?read_timeout=$timeout"]);
await_queue($redis, 1);
$proxy->on('WAIT', 'say', "-NOPERM not you\r\n");
foreach (['EVAL', 'DELIFEQ', 'DELEX'] as $command) {
    $proxy->always($command, 'hang');
}
$proxy->on('EVALSHA', 'pass')->always('EVALSHA', 'hang');
$freed = now();
$redis->ask('DEL', 'k');
say('time-outs', time_outs($waiter->hear() - $freed, $timeout));
?>
--EXPECT--
time-outs: 1
