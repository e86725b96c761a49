--TEST--
A wait for a lock on five servers ends at its release or at the timeout
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(5);
$holder = new RedisLock('k', server: addresses($servers));
$holder->acquire();
$lock = new RedisLock('k', server: addresses($servers));
say('in 0.05 s', $lock->acquire(0.05));
say('waited', $lock->getWaited() >= 0.05);
$waiter = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', wait: 100, server: array_slice($argv, 1));
    echo "waiting\n";
    say('acquired', $lock->acquire());
    PHP, addresses($servers));
$waiter->hear();
usleep(50_000);
$holder->release();
echo $waiter->finish();
await_nothing_left($servers);
?>
--EXPECT--
in 0.05 s: false
waited: true
acquired: true
