--TEST--
A refresh by the server's own command comes late: the lease counts no longer than that one from each later send on
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = SingleServer::tcp(getenv('REDISLOCK_PROGRAM'))->node;
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', ttl: 3.0, server: "$proxy->address?read_timeout=0.5");
$lock->acquire() && $lock->refresh();
foreach ([null, 2.0] as $ttl) {
    $proxy->on('SET', 'keep');
    say('refreshed', strtok(thrown(fn() => $lock->refresh($ttl)), ':'));
    say('refreshed to 30 seconds', $lock->refresh(30.0));
    say('late', $proxy->deliver());
    $left = $redis->ask('PTTL', 'k') / 1000;
    say('lives no longer than the late one says', $left <= ($ttl ?? 3.0));
    say('counted on, and no longer', [$lock->isHeld(), $lock->getRemaining() <= $left]);
}
say('released', $lock->release());
$lock->acquire();
say('a new acquisition counts in full', $lock->refresh(30.0) && $lock->getRemaining() > 20.0);
?>
--EXPECT--
refreshed: "RedisLockConnectionException"
refreshed to 30 seconds: true
late: 1
lives no longer than the late one says: true
counted on, and no longer: [true,true]
refreshed: "RedisLockConnectionException"
refreshed to 30 seconds: true
late: 1
lives no longer than the late one says: true
counted on, and no longer: [true,true]
released: true
a new acquisition counts in full: true
