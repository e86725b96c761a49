--TEST--
On one server a multi-lock is taken, refreshed, checked and released by one command each; a held key costs one, and nothing is written
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
$keys = ['b', 'a', 'c', ...array_fill(0, 128, 'c')]; // a key that is named twice counts once
$lock = new RedisMultiLock($keys, ttl: 600.0, server: "$proxy->address?read_timeout=60");
$lock->acquire() && $lock->refresh() && $lock->isOwned() && $lock->release(); // loads the scripts
$proxy->seen();
foreach (['acquire', 'refresh', 'isOwned', 'release'] as $method) {
    $done = $lock->$method();
    // A release checks now and then whether others wait, by the keys of the queue.
    $keys_of = fn(array $command) => preg_grep('/:redislock:/', array_slice($command, 3, (int) $command[2]), PREG_GREP_INVERT);
    $sent = array_map(fn(array $command) => [$command[0], $keys_of($command)], $proxy->seen());
    say($method, [$done, $sent]);
}
foreach (['b' => 'another-client', 'c' => ['RPUSH', 'c', 'x']] as $key => $other) {
    is_array($other) ? $redis->ask(...$other) : $redis->ask('SET', $key, $other);
    say("$key is taken", [$lock->tryAcquire(), $lock->getBlockedBy(), $proxy->seenNames(), $redis->ask('EXISTS', 'a', 'b', 'c')]);
    $redis->ask('DEL', $key);
}
// PHP makes an integer of a key like "12".
$fenced = new RedisMultiLock(['12', "k\xff"], fenced: true, server: $redis->address);
$fenced->acquire();
say('fences', array_map(fn(int|string $key) => [bin2hex((string) $key), $fenced->getFences()[$key] > 0], array_keys($fenced->getFences())));
?>
--EXPECT--
acquire: [true,[["EVALSHA",["a","b","c"]]]]
refresh: [true,[["EVALSHA",["a","b","c"]]]]
isOwned: [true,[["EVALSHA",["a","b","c"]]]]
release: [true,[["EVALSHA",["a","b","c"]]]]
b is taken: [false,"b",["EVALSHA"],1]
c is taken: [false,"c",["EVALSHA"],1]
fences: [["3132",true],["6bff",true]]
