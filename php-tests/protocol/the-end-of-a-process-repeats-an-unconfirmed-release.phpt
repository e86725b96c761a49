--TEST--
If the connection breaks before an unconfirmed release and the process ends, the lock is free all the same
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start([], tcp: true);
foreach (['Unix socket' => $redis->address, 'TCP' => $redis->tcpAddress()] as $how => $address) {
    $child = PhpChild::start(<<<'PHP'
        $other = new RedisLock('other', 600.0, 0.0, $argv[1], confirmRelease: false);
        $other->acquire();
        $other->release();
        $lock = new RedisLock('k', 600.0, 0.0, $argv[1], confirmRelease: false);
        $lock->acquire();
        echo "held\n";
        hear();
        $lock->release();
        PHP, [$address]);
    $child->hear();
    $redis->killClients();
    $child->tell('go');
    $child->finish();
    say($how, $redis->locks());
}
?>
--EXPECT--
Unix socket: []
TCP: []
