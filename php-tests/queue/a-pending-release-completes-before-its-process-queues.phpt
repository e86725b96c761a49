--TEST--
A refused unconfirmed release does not make its own process, and all others, wait for the key that it left
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$child = PhpChild::start(<<<'PHP'
    $lock = new RedisLock('k', ttl: 600.0, server: $argv[1], confirmRelease: false);
    for ($n = 0; $n < 3; $n++) {
        $lock->acquire();
        $lock->release();
    }
    hear();
    $lock->acquire(600.0);
    echo "has waited\n";
    hear();
    $lock->release();
    $lock->acquire(600.0);
    echo "has it again\n";
    hear();
    PHP, [$redis->address]);
$redis->ask('SET', 'k', 'another-client');
$redis->ask('CONFIG', 'RESETSTAT');
$child->tell('go');
await_queue($redis, 1);
$redis->ask('DEL', 'k');
echo $child->hear(), "\n";
// The refused release has left the lock without an owner.
$redis->ask('SCRIPT', 'FLUSH');
$child->tell('go');
echo $child->hear(), "\n";
?>
--EXPECT--
has waited
has it again
