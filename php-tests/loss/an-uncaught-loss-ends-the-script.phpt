--TEST--
An uncaught RedisLockLostException ends the script and releases its other locks
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    pcntl_alarm(100);
    $other = new RedisLock('other', server: $argv[1], autoRenew: true);
    $lock = new RedisLock('k', server: $argv[1], autoRenew: true, abortOnLoss: true);
    $other->acquire() && $lock->acquire();
    await('renewals', fn() => RedisLock::stats()['renewed'] >= 2);
    echo "held\n";
    for (;;);
    PHP, [$redis->address]);
$child->hear();
$redis->ask('DEL', 'k');
say('said', preg_match('/Uncaught RedisLockLostException: Lock "k" on \S+ was lost/', $child->finish()));
say('exit code', $child->exitCode);
say('left', $redis->ask('DBSIZE'));
?>
--EXPECT--
said: 1
exit code: 255
left: 0
