--TEST--
abortOnLoss throws into the running code when the key is deleted, with autoRenew and without
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../../php-tests/inc/renewal.php';

$kind = Kind::current();
foreach ([true, false] as $autoRenew) {
    $key = Kind::newKey();
    $lock = new RedisLock($key, ttl: 15.0, autoRenew: $autoRenew, abortOnLoss: true, server: $kind->server);
    $lock->acquire();
    $thief = child('hear(); usleep(100_000); say("deleted", Kind::current()->ask($argv[1], "DEL", $argv[1]));', [$key]);
    $start = now();
    $thrown = 'nothing';
    try {
        $thief->tell('go');
        for (;;) {
            usleep(1_000_000);
        }
    } catch (RedisLockLostException) {
        $thrown = 'the loss';
    }
    say('thrown', $thrown);
    // Without renewal, and without invalidation messages, it is the end of the lease.
    say('in time', !$autoRenew || now() - $start < 10.0);
    echo $thief->finish();
    say('held, released', [$lock->isHeld(), $lock->release()]);
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
thrown: "the loss"
in time: true
deleted: 1
held, released: [false,false]
thrown: "the loss"
in time: true
deleted: 1
held, released: [false,false]
lost: 2
