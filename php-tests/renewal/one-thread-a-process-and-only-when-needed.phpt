--TEST--
A process starts one thread for all locks that are renewed or abort on loss, and none before the first of them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$idle = new RedisLock('idle', server: $redis->address, autoRenew: true, abortOnLoss: true);
$plain = new RedisLock('plain', server: $redis->address);
$plain->acquire();
say('with a lock that is not renewed, and one not taken', threads());
$locks = [];
for ($n = 0; $n < 50; $n++) {
    $locks[] = $lock = new RedisLock("k$n", server: $redis->address, autoRenew: $n % 2 === 0, abortOnLoss: $n % 2 === 1);
    $lock->acquire();
}
say('with 50', threads());
$locks = [];
unset($lock);
say('after them', threads());
$idle->acquire();
say('with another', threads());
?>
--EXPECT--
with a lock that is not renewed, and one not taken: 1
with 50: 2
after them: 2
with another: 2
