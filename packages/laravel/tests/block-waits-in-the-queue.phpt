--TEST--
block() waits in the extension's queue: it sends few commands, and a release of either kind wakes it
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
    $held = ($whose === 'ours' ? $ours : $own)->lock('a', 600);
    $held->get();
    $redis->ask('CONFIG', 'RESETSTAT');
    $children = [];
    for ($n = 0; $n < 3; $n++) {
        $children[] = laravel_child('caches_at($argv[1])->store("redis")->lock("a", 600)->block(300, function () use ($argv) { echo "$argv[2]\n"; hear(); });', $redis, $n);
        // The next waiter starts when this one is queued.
        await('a waiter', fn() => count($redis->seats()) === min($n + 1, 2) && $redis->info('blocked_clients') === max($n - 1, 0));
    }
    $redis->ask('CONFIG', 'RESETSTAT');
    $start = now();
    usleep(3_000_000);
    // Laravel's own lock polls four times a second: three waiters would send twelve.
    $commands = array_sum($redis->commands()) / (now() - $start);
    say("held by $whose: few commands meanwhile", $commands < 12 ?: $commands);
    $held->release();
    // A waiter that a busy machine suspends may be overtaken.
    $owners = [];
    while ($children) {
        [$child] = await('the next owner', fn() => array_values(array_filter($children, fn($child) => $child->hasSpoken())));
        $owners[] = $child->hear();
        $child->tell('release');
        $child->finish();
        $children = array_filter($children, fn($other) => $other !== $child);
    }
    sort($owners);
    say('all', $owners);
    await('an empty queue', fn() => $redis->locks() === []);
}
?>
--EXPECT--
held by ours: few commands meanwhile: true
all: ["0","1","2"]
held by own: few commands meanwhile: true
all: ["0","1","2"]
