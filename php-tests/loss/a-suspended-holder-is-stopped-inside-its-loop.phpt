--TEST--
With abortOnLoss, a holder that was suspended beyond its TTL is stopped inside a loop without calls
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$holder = PhpChild::start(<<<'PHP'
    pcntl_alarm(100);
    $lock = new RedisLock('k', ttl: (float) $argv[2], server: $argv[1], autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    echo "held\n";
    try {
        for ($n = 0; ; $n++);
    } catch (RedisLockLostException $exception) {
        say('stopped, held', [str_replace($argv[1], '<server>', $exception->getMessage()), $lock->isHeld()]);
        say('released', $lock->release());
    }
    PHP, [$redis->address, time_for(0.6)]);
$holder->hear();
$pid = $holder->processId();
exec("kill -STOP $pid");
$other = new RedisLock('k', ttl: 60.0, wait: 60.0, server: $redis->address);
say('taken by another', $other->acquire());
exec("kill -CONT $pid");
echo $holder->finish();
say("the other's is untouched", $other->isOwned());
?>
--EXPECT--
taken by another: true
stopped, held: ["Lock \"k\" on <server> was lost: no renewal was answered before its lease ended: the server was away, or this process was halted (a longer ttl outlives more)",false]
released: false
the other's is untouched: true
