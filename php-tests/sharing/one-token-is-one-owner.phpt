--TEST--
A share becomes the lock by its token as soon as nobody else has one, and the lock a share
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$shared = reader($redis, token: 'mine');
$exclusive = writer($redis, token: 'mine');
$other = reader($redis);
say('a share', [$shared->acquire(), $other->acquire(), array_keys(sharers($redis)) === ['1:mine', member($other)]]);
say('is not the lock while another has one', [$exclusive->acquire(), $exclusive->tryAcquire(), $shared->isOwned()]);
say('and is then', [$other->release(), $exclusive->acquire(), $redis->ask('GET', 'k'), $redis->ask('PTTL', 'k') > 590_000]);
say('no share any more', [$shared->isOwned(), $exclusive->isOwned(), $other->acquire()]);
$shared = reader($redis, token: 'mine');
say('the lock becomes a share', [$shared->acquire(), array_keys(sharers($redis)), $shared->isOwned(), $redis->ask('PTTL', 'k') > 590_000]);
say('which another may join', [$other->acquire(), $exclusive->isOwned(), $exclusive->release()]);
say('they go one by one', [$shared->release(), $other->isOwned(), $other->release(), $redis->ask('EXISTS', 'k')]);
?>
--EXPECT--
a share: [true,true,true]
is not the lock while another has one: [false,false,true]

Fatal error: Uncaught RuntimeException: Redis says: WRONGTYPE Operation against a key holding the wrong kind of value in /work/w17d/php-tests/inc/RespClient.php:49
Stack trace:
#0 /work/w17d/php-tests/inc/RespClient.php(24): RespClient->receive()
#1 /work/w17d/php-tests/inc/RedisServer.php(113): RespClient->ask('GET', 'k')
#2 /work/w17d/php-tests/sharing/one-token-is-one-owner.tmp.php(11): RedisServer->ask('GET', 'k')
#3 {main}
  thrown in /work/w17d/php-tests/inc/RespClient.php on line 49
