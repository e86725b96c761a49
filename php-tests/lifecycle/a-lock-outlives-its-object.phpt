--TEST--
With autoRelease: false nothing is sent when the object goes, also after an error or at the end of the process; only the renewal ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$lock = new RedisLock('k', server: $proxy->address, token: 'owner', autoRelease: false);
$lock->acquire();
$proxy->seen();
unset($lock);
say('sent', $proxy->seenNames());
say('still there', $redis->ask('GET', 'k'));
say('by the end of synchronized() it is released all the same', [(new RedisLock('s', server: $proxy->address, autoRelease: false))->synchronized(fn() => 1), $redis->ask('EXISTS', 's')]);

$restored = RedisLock::restore('k', 'owner', server: "$proxy->address?read_timeout=1.5", autoRelease: false);
$proxy->on('EVALSHA', 'hang')->on('EVALSHA', 'hang');
say('refresh without an answer', thrown(fn() => $restored->refresh()) !== 'nothing thrown');
$proxy->reset()->seen();
unset($restored);
say('sent', $proxy->seenNames());
say('still there', $redis->ask('GET', 'k'));

$renewed = new RedisLock('r', ttl: time_for(0.7), server: $redis->address, autoRenew: true, autoRelease: false);
$renewed->acquire();
await_renewals();
unset($renewed);
say('left to its lease', $redis->ask('EXISTS', 'r'));
$before = RedisLock::stats()['renewed'];
await('the end of the lease', fn() => $redis->ask('EXISTS', 'r') === 0);
say('not renewed any more', RedisLock::stats()['renewed'] === $before);

echo PhpChild::start(<<<'PHP'
    $lock = new RedisLock('p', ttl: 60.0, server: $argv[1], autoRelease: false);
    $renewed = new RedisLock('q', ttl: 60.0, server: $argv[1], autoRenew: true, autoRelease: false);
    say('acquired', [$lock->acquire(), $renewed->acquire()]);
    PHP, [$redis->address])->finish();
say('outlive the process', $redis->ask('EXISTS', 'p', 'q'));
?>
--EXPECT--
sent: []
still there: "owner"
by the end of synchronized() it is released all the same: [1,0]
refresh without an answer: true
sent: []
still there: "owner"
left to its lease: 1
not renewed any more: true
acquired: [true,true]
outlive the process: 2
