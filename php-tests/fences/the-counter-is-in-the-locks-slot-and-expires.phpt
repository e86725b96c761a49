--TEST--
The counter is in the lock's slot on a cluster, and expires after days without an acquisition
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
foreach (['stock:1', '{shop}:stock', 'a{shop}b{c}', 'a{b', "\0\xff bytes"] as $key) {
    $lock = new RedisLock($key, server: $redis->address, fenced: true);
    $lock->acquire();
    $keys = array_values(array_diff($redis->ask('KEYS', '*'), [$key]));
    say(addcslashes($key, "\0..\37\177..\377"), array_map(fn(string $key) => addcslashes($key, "\0..\37\177..\377"), $keys));
    $lock->release();
    $left = $redis->ask('PTTL', $keys[0]);
    say('  expires in days', $left > 86_400_000 && $left < 366 * 86_400_000);
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
stock:1: ["{stock:1}:redislock:fence"]
  expires in days: true
{shop}:stock: ["{shop}:stock::redislock:fence"]
  expires in days: true
a{shop}b{c}: ["a{shop}b{c}::redislock:fence"]
  expires in days: true
a{b: ["{a{b}:redislock:fence"]
  expires in days: true
\000\377 bytes: ["{\\000\\377 bytes}:redislock:fence"]
  expires in days: true
