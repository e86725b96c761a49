--TEST--
betweenBlockedAttemptsSleepFor() is the longest sleep where there is no queue
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis, ['lock_server' => $redis->addressOfSleeper()])->store('redis');
$cache->lock('a', 60)->get();
$attempts = [];
foreach ([20, 400] as $milliseconds) {
    $before = RedisLock::stats()['attempts'];
    $lock = $cache->lock('a', 60)->betweenBlockedAttemptsSleepFor($milliseconds);
    thrown(fn() => $lock->block(2));
    $attempts[] = RedisLock::stats()['attempts'] - $before;
}
say('more attempts with the shorter sleep', $attempts[0] > 2 * $attempts[1]);
foreach ([0, 1_000_000] as $out_of_range) {
    say("$out_of_range ms", thrown(fn() => $cache->lock('b', 60)->betweenBlockedAttemptsSleepFor($out_of_range)->block(1)));
    $cache->lock('b')->forceRelease();
}
$chosen = caches($redis)->store('redis');
$chosen->lock('c', 60)->get();
say('-5 ms, a chosen owner', strstr(thrown(fn() => $chosen->lock('c', 60, 'me')->betweenBlockedAttemptsSleepFor(-5)->block(0.1)), ':', true));
?>
--EXPECT--
more attempts with the shorter sleep: true
0 ms: "nothing thrown, returned true"
1000000 ms: "nothing thrown, returned true"
-5 ms, a chosen owner: "Illuminate\\Contracts\\Cache\\LockTimeoutException"
