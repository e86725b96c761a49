--TEST--
The only share becomes the lock by its token, and the lock a share
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$shared = reader($redis, token: 'mine');
$exclusive = writer($redis, token: 'mine');
$other = reader($redis);
say('a share', [$shared->acquire(), $other->acquire(), array_diff(['1:mine', member($other)], array_keys(sharers($redis)))]);
say('is not the lock while another has one', [$exclusive->acquire(), $exclusive->tryAcquire(), $shared->isOwned()]);
say('and is then', [$other->release(), $exclusive->acquire(), $redis->ask('GET', 'k'), $redis->ask('PTTL', 'k') > 590_000]);
say('no share any more', [$shared->isOwned(), $exclusive->isOwned(), $other->acquire()]);
say('another object does not know that the lock is its own', [$shared->acquire(), reader($redis, token: 'mine')->acquire(), $exclusive->isOwned()]);
$shared = RedisLock::restore('k', $exclusive->detach(), 600.0, $redis->address, 0.0, shared: true);
say('the lock becomes a share', [$shared->acquire(), array_keys(sharers($redis)), $shared->isOwned(), $redis->ask('PTTL', 'k') > 590_000]);
say('which another may join', [$other->acquire(), $exclusive->isOwned(), $exclusive->release()]);
say('they go one by one', [$shared->release(), $other->isOwned(), $other->release(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
a share: [true,true,[]]
is not the lock while another has one: [false,false,true]
and is then: [true,true,"mine",true]
no share any more: [false,true,false]
another object does not know that the lock is its own: [false,false,true]
the lock becomes a share: [true,["1:mine"],true,true]
which another may join: [true,false,false]
they go one by one: [true,true,true,0]
