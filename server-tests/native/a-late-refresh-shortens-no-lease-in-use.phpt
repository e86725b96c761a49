--TEST--
A late refresh shortens no lease, or the client counts on no longer lease than that from each later send
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = SingleServer::tcp(getenv('REDISLOCK_PROGRAM'))->node;
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 3.0, server: "$proxy->address?read_timeout=0.5");
$lock->acquire() && $lock->refresh();
foreach (['as it was' => null, 'shorter' => 2.0] as $what => $ttl) {
    $proxy->on('EVALSHA', 'keep');
    say($what, strtok(thrown(fn() => $lock->refresh($ttl)), ':'));
    say('refreshed to 30 seconds', $lock->refresh(30.0));
    say('late', $proxy->deliver());
    $left = $redis->ask('PTTL', 'k') / 1000;
    say('the key lives for more than 20 seconds', $left > 20.0);
    say('counted on, and no longer', [$lock->isHeld(), $lock->getRemaining() <= $left]);
}
say('released', $lock->release());
$lock->acquire();
say('a new acquisition counts in full', $lock->refresh(30.0) && $lock->getRemaining() > 20.0);
?>
--EXPECT--
as it was: "RedisLockConnectionException"
refreshed to 30 seconds: true
late: 1
the key lives for more than 20 seconds: true
counted on, and no longer: [true,true]
shorter: "RedisLockConnectionException"
refreshed to 30 seconds: true
late: 1
the key lives for more than 20 seconds: false
counted on, and no longer: [true,true]
released: true
a new acquisition counts in full: true
