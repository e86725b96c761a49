--TEST--
If a suspended holder has lost its lock, its next line sees isHeld() false, release() returns false, and the next holder's key stays
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$ttl = time_for(0.6);
foreach ([false, true] as $autoRenew) {
    $holder = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: (float) $argv[2], server: $argv[1], autoRenew: (bool) $argv[3]);
        $lock->acquire();
        echo "held\n";
        hear();
        $held = $lock->isHeld();
        $remaining = $lock->getRemaining();
        say('held, remaining', [$held, $remaining]);
        say('released, refreshed', [$lock->release(), $lock->refresh()]);
        say('lost', RedisLock::stats()['lost']);
        PHP, [$redis->address, $ttl, (int) $autoRenew]);
    $holder->hear();
    $pid = $holder->processId();
    exec("kill -STOP $pid");
    $other = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $redis->address);
    say('taken by another', $other->acquire());
    $holder->tell('what now?');
    exec("kill -CONT $pid");
    echo $holder->finish();
    say("the other's is untouched", $other->isOwned() && $other->getRemaining() > 0.0 && $redis->ask('PTTL', 'k') > 60_000 - 1e3 * time_for(15.0));
    $other->release();
}
?>
--EXPECT--
taken by another: true
held, remaining: [false,0.0]
released, refreshed: [false,false]
lost: 1
the other's is untouched: true
taken by another: true
held, remaining: [false,0.0]
released, refreshed: [false,false]
lost: 1
the other's is untouched: true
