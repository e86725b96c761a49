--TEST--
autoRenew keeps a lock longer than its TTL from all other clients, and renews nothing after the release
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
$key = Kind::newKey();
$lock = new RedisLock($key, ttl: 6.0, autoRenew: true, server: $kind->server);
$lock->acquire();
$rival = child(<<<'PHP'
    $lock = new RedisLock($argv[1], server: Kind::current()->server);
    for ($refused = 0; !$lock->tryAcquire(); $refused++) {
        if ($refused === 0) {
            echo "refused\n";
        }
        usleep(5_000);
    }
    say('often refused', $refused > 20);
    say('got it', $lock->isOwned());
    PHP, [$key]);
$rival->hear();
pause(9.0);
say('got it already', $rival->hasSpoken());
say('held', [$lock->isHeld(), $lock->isOwned()]);
say('renewed', RedisLock::stats()['renewed'] > 1);
say('released', $lock->release());
echo $rival->finish();
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
got it already: false
held: [true,true]
renewed: true
released: true
often refused: true
got it: true
lost: 0
