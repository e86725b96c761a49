--TEST--
Watchers that are notified without end check at most some 200 times a second, and get a lock that is released
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start(['tracking-table-max-keys' => '1']);
$waiters = [];
foreach (['a', 'b', 'c'] as $key) {
    $redis->ask('SET', $key, 'another-client');
    $waiters[$key] = waiter($redis, ['key' => $key]);
    $waiters[$key]->tell('wait');
}
await('many looks', fn() => ($redis->commands()['pttl'] ?? 0) > 200);
$before = $redis->commands()['pttl'];
$start = now();
usleep(1_000_000);
$checks = ($redis->commands()['pttl'] - $before) / (now() - $start);
say('checks', $checks < 3 * 250 ? 'few' : $checks);
foreach ($waiters as $key => $waiter) {
    $redis->ask('DEL', $key);
    say($key, $waiter->hear());
    $waiter->tell('release');
}
await('nothing but what expires', fn() => $redis->locks() === []);
?>
--EXPECT--
checks: "few"
a: "[true,null]"
b: "[true,null]"
c: "[true,null]"
