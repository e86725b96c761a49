--TEST--
block() waits in the extension's queue: few commands however long, woken by a release of either kind, in the order of arrival
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$caches = caches($redis);
$ours = $caches->store('redis');
$own = $caches->store('own');

foreach (['ours', 'own'] as $whose) {
    $held = ($whose === 'ours' ? $ours : $own)->lock('a', 60);
    $held->get();
    $redis->ask('CONFIG', 'RESETSTAT');
    $children = [];
    for ($n = 0; $n < 3; $n++) {
        $children[] = laravel_child('caches_at($argv[1])->store("redis")->lock("a", 60)->block(30, function () use ($argv) { echo "$argv[2]\n"; hear(); });', $redis, $n);
        // The next one comes when this one stands in the queue.
        await('a waiter', fn() => count(array_filter($redis->ask('KEYS', '*'), fn($key) => str_ends_with($key, ':head'))) === 1
            && ($redis->commands()['set'] ?? 0) + ($redis->commands()['evalsha'] ?? 0) > $n
            && count($redis->clients()) >= $n + 2 && ($n === 0 || substr_count($redis->ask('CLIENT', 'LIST'), 'cmd=blpop') === $n));
    }
    // The two in line are deputies, which open a connection each for their first look.
    await('their looks', fn() => ($redis->commands()['pttl'] ?? 0) >= 3);
    $redis->ask('CONFIG', 'RESETSTAT');
    usleep(1_500_000);
    // Polling as Laravel's own would be 18 by now.
    say("held by $whose: few commands meanwhile", array_sum($redis->commands()) < 18);
    $held->release();
    $order = [];
    foreach ($children as $child) {
        $order[] = $child->hear();
        $child->tell('release');
        $child->finish();
    }
    say('in the order of arrival', $order);
    await('an empty queue', fn() => $redis->locks() === []);
}
?>
--EXPECT--
held by ours: few commands meanwhile: true
in the order of arrival: ["0","1","2"]
held by own: few commands meanwhile: true
in the order of arrival: ["0","1","2"]
