--TEST--
The lock is released as soon as its last reference goes, and not before
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
$lock = null;
say('after null', $redis->ask('EXISTS', 'k'));

$lock = new RedisLock('k', server: $redis->address);
$lock->acquire();
$list = [$lock];
unset($lock);
say('with one reference left', $redis->ask('EXISTS', 'k'));
array_pop($list);
say('with none', $redis->ask('EXISTS', 'k'));

function locks(string $address, RedisServer $redis): void
{
    $lock = new RedisLock('k', server: $address);
    $lock->acquire();
    say('in the function', $redis->ask('EXISTS', 'k'));
}
locks($redis->address, $redis);
say('after the function', $redis->ask('EXISTS', 'k'));

say('a temporary', (new RedisLock('k', server: $redis->address))->acquire());
say('after it', $redis->ask('EXISTS', 'k'));
say('released', RedisLock::stats()['released']);
?>
--EXPECT--
after null: 0
with one reference left: 1
with none: 0
in the function: 1
after the function: 0
a temporary: true
after it: 0
released: 4
