--TEST--
The owner of the only share can exchange it for the lock and back in one step; a writer of Symfony's own store excludes readers
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = fn(bool $shared, ?string $token = null, float $ttl = 30.0) => new RedisLock('k', $ttl, 0.0, $redis->address, token: $token, autoRelease: false, shared: $shared);

($one = $lock(true))->acquire();
($two = $lock(true))->acquire();
$token = $one->detach();
say('with another share', [$lock(false, $token)->acquire(), $redis->ask('ZCARD', 'k')]);
say('another token', $lock(false, 'an unused token')->acquire());
$two->release();
say('another token, in addition to one share', [$lock(false, 'an unused token')->acquire(), $redis->ask('TYPE', 'k')]);
$writer = $lock(false, $token, 10.0);
say('the only share', [$writer->acquire(), $redis->ask('GET', 'k') === $token, $writer->isOwned()]);
say('its lease is not shorter than it was', $redis->ask('PTTL', 'k') > 20_000);
say('no client has a share', [$two->acquire(), $lock(true, 'an unused token')->acquire()]);
$token = $writer->detach();
say('an object that did not take the lock over', [$lock(true, $token)->acquire(), $redis->ask('GET', 'k') === $token]);
$reader = RedisLock::restore('k', $token, 10.0, $redis->address, 0.0, autoRelease: false, shared: true);
say('a share again', [$reader->acquire(), $reader->isOwned(), $redis->ask('PTTL', 'k') > 20_000, $two->acquire(), $redis->ask('ZCARD', 'k')]);
$two->release();

// A share whose lease has ended is none.
$redis->ask('ZADD', 'k', 1, '1:crashed');
say('with a crashed holder', [$lock(false, $reader->getToken())->acquire(), $redis->ask('TYPE', 'k')]);
$redis->ask('DEL', 'k');
$redis->ask('ZADD', 'k', 1, '1:mine', 9e15, '1:other');
$redis->ask('EXPIRE', 'k', 60);
say('a share that has ended', [$lock(false, 'mine')->acquire(), $redis->ask('ZSCORE', 'k', '1:other')]);
$redis->ask('DEL', 'k');
$redis->ask('RPUSH', 'k', 'mine');
say('a key of another type', [$lock(false, 'mine')->acquire(), $lock(true, 'mine')->acquire(), $redis->ask('TYPE', 'k')]);

$redis->ask('DEL', 'k');
$redis->ask('ZADD', 'k', 9e15, 'theirs', 9e15, '__write__');
$redis->ask('EXPIRE', 'k', 60);
say('a writer of Symfony\'s', [$lock(true)->acquire(), $redis->ask('ZCARD', 'k')]);
$redis->ask('ZREM', 'k', '__write__');
say('that only reads', $lock(true)->acquire());
?>
--EXPECT--
with another share: [false,2]
another token: false
another token, in addition to one share: [false,"zset"]
the only share: [true,true,true]
its lease is not shorter than it was: true
no client has a share: [false,false]
an object that did not take the lock over: [false,true]
a share again: [true,true,true,true,2]
with a crashed holder: [true,"string"]
a share that has ended: [false,"9000000000000000"]
a key of another type: [false,false,"list"]
a writer of Symfony's: [false,2]
that only reads: true
