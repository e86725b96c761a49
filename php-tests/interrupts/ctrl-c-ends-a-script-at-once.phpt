--TEST--
Ctrl-C ends a script without handlers at once, in an endless wait and while a reply is awaited
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$code = <<<'PHP'
    $lock = new RedisLock('k', wait: INF, server: "$argv[1]?read_timeout=600");
    say('acquired', $lock->acquire());
    PHP;

$redis->ask('SET', 'k', 'another-client');
$waiter = PhpChild::start($code, [$redis->address], killed: true);
await_waiting($redis);
$sender->send('INT', $waiter);
say('said during the wait', $waiter->finish());
say('ended by a signal', in_array($waiter->exitCode, [SIGINT, -1], true));
say('keys left', [count($redis->locks()), $redis->ask('GET', 'k')]);

$redis->ask('DEL', 'k');
pause_writes($redis);
$waiter = PhpChild::start($code, [$redis->address], killed: true);
await_paused_write($redis);
$sender->send('INT', $waiter);
say('said during the reply', $waiter->finish());
say('ended by a signal', in_array($waiter->exitCode, [SIGINT, -1], true));
await('the end of its connection', fn() => $redis->clients() === []);
$redis->ask('CLIENT', 'UNPAUSE');
say('keys left', count($redis->locks()));
?>
--EXPECT--
said during the wait: ""
ended by a signal: true
keys left: [1,"another-client"]
said during the reply: ""
ended by a signal: true
keys left: 0
