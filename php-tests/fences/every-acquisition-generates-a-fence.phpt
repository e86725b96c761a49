--TEST--
getFence() is null before and after, greater with every acquisition, and constant while the lock is held
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', server: $redis->address, fenced: true);
say('before', $lock->getFence());
$fences = [];
foreach (['acquire', 'tryAcquire'] as $method) {
    say($method, $lock->$method());
    $fences[] = $fence = $lock->getFence();
    say('a number', is_int($fence) && $fence > 0);
    say('as the counter', (string) $fence === $redis->ask('GET', '{k}:redislock:fence'));
    say('renewed by acquire()', $lock->acquire() && $lock->getFence() === $fence);
    say('refreshed', $lock->refresh() && $lock->getFence() === $fence);
    say('asked', $lock->isOwned() && $lock->getFence() === $fence);
    say('counter is still', (string) $fence === $redis->ask('GET', '{k}:redislock:fence'));
    say('released', $lock->release());
    say('after', $lock->getFence());
}
$fences[] = $lock->synchronized(fn(RedisLock $lock) => $lock->getFence());
say('after', $lock->getFence());
$lock->acquire();
$fences[] = $lock->getFence();
$lock->detach();
say('after detach()', $lock->getFence());
say('greater each time', $fences[0] < $fences[1] && $fences[1] < $fences[2] && $fences[2] < $fences[3]);
?>
--EXPECT--
before: null
acquire: true
a number: true
as the counter: true
renewed by acquire(): true
refreshed: true
asked: true
counter is still: true
released: true
after: null
tryAcquire: true
a number: true
as the counter: true
renewed by acquire(): true
refreshed: true
asked: true
counter is still: true
released: true
after: null
after: null
after detach(): null
greater each time: true
