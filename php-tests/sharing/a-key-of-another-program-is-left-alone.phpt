--TEST--
Shared locks and semaphores neither take nor change another program's key: a sorted set without expiry, a hash, a string
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$keys = [
    'a sorted set without expiry' => ['ZADD', 'k', '5', '1:x', '9999999999999', '1:mine'],
    'a hash' => ['HSET', 'k', 'a', 'b'],
    'a string' => ['SET', 'k', 'another-client', 'PX', '600000'],
    'a list' => ['RPUSH', 'k', 'a'],
];
foreach ($keys as $what => $command) {
    $redis->ask('DEL', 'k');
    $redis->ask(...$command);
    $before = $redis->ask('DUMP', 'k');
    say($what, array_map(function ($lock) use ($redis) {
        $said = [$lock->acquire(), $lock->tryAcquire(), $lock->acquire(0.01), $lock->refresh(), $lock->isOwned(), $lock->release(), $lock->isHeld()];
        return array_unique($said) === [false] ? ($lock instanceof RedisSemaphore ? [$lock->getFree(), $lock->getHolders()] : $lock->getHolder()?->label) : $said;
    }, [reader($redis), semaphore($redis, 5, weight: 2), ...($what === 'a sorted set without expiry' ? [] : [reader($redis, token: 'mine'), semaphore($redis, 5, token: 'mine')])]));
    $before === $redis->ask('DUMP', 'k') || say('  changed to', $redis->ask('TYPE', 'k'));
    $left = $redis->ask('PTTL', 'k');
    (str_contains($what, 'string') ? $left > 500_000 : $left === -1) || say('  expires', $left);
    say('  what says why', preg_replace(['/ on unix:\S+/', '/\d+\.\d{3}/'], ['', '<n>'], [thrown(fn() => reader($redis)->synchronized(fn() => 1)), thrown(fn() => semaphore($redis, 5)->synchronized(fn() => 1))]));
    say('  forceRelease()', [semaphore($redis, 5)->forceRelease(), $redis->ask('EXISTS', 'k')]);
}
?>
--EXPECT--
a sorted set without expiry: [null,[0,[]]]
  what says why: ["RedisLockTimeoutException: Lock \"k\" was not acquired within <n> seconds: its key holds a zset, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)","RedisLockTimeoutException: Semaphore \"k\" was not acquired within <n> seconds: its key holds a zset, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)"]
  forceRelease(): [1,0]
a hash: [null,[0,[]],null,[0,[]]]
  what says why: ["RedisLockTimeoutException: Lock \"k\" was not acquired within <n> seconds: its key holds a hash, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)","RedisLockTimeoutException: Semaphore \"k\" was not acquired within <n> seconds: its key holds a hash, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)"]
  forceRelease(): [1,0]
a string: [null,[0,[]],null,[0,[]]]
  what says why: ["RedisLockTimeoutException: Lock \"k\" was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it","RedisLockTimeoutException: Semaphore \"k\" was not acquired within <n> seconds: another owner holds it, for <n> more seconds unless they renew it"]
  forceRelease(): [1,0]
a list: [null,[0,[]],null,[0,[]]]
  what says why: ["RedisLockTimeoutException: Lock \"k\" was not acquired within <n> seconds: its key holds a list, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)","RedisLockTimeoutException: Semaphore \"k\" was not acquired within <n> seconds: its key holds a list, which is no lock of this kind, and has no expiry, so it will not get free by itself (another program uses it: choose another key)"]
  forceRelease(): [1,0]
