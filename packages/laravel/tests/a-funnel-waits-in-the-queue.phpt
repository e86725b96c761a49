--TEST--
A waiter of Cache::funnel() is queued by the extension and sends few commands, however long it waits
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

$redis = RedisServer::start();
$cache = caches($redis)->store('redis');
$children = [];
$cache->funnel('a')->limit(2)->then(function () use ($redis, &$children) {
    // The holder of the second place has it by the extension alone.
    $second = new RedisSemaphore(preg_grep('/semaphore$/', $redis->locks())[0], 2, server: $redis->address);
    $second->acquire();
    for ($n = 0; $n < 3; $n++) {
        $children[] = laravel_child('caches_at($argv[1])->store("redis")->funnel("a")->limit(2)->block(30)->then(function () use ($argv) { echo "$argv[2]\n"; hear(); });', $redis, $n);
        // The next waiter starts when this one is queued.
        await('a waiter', fn() => count($redis->seats()) === min($n + 1, 2) && $redis->info('blocked_clients') === max($n - 1, 0));
    }
    $monitor = Monitor::of($redis);
    usleep(1_500_000);
    // Polling as Laravel's own would be 18 scripts by now.
    say('few commands meanwhile', count($monitor->seen('/^(?!.* lua\]).*"/')) < 18);
    say('no waiter has acquired', array_map(fn($child) => $child->hasSpoken(), $children));
    $second->release();
});
// Two have left.
$inside = fn() => array_filter($children, fn($child) => $child->hasSpoken());
await('two', fn() => count($inside()) >= 2);
$two = $inside();
say('two come in', count($two));
$left = array_pop($two);
$left->tell('leave');
await('the third', fn() => count($inside()) === 3);
foreach ($children as $child) {
    $child === $left || $child->tell('leave');
}
foreach ($children as $child) {
    $child->finish();
}
await('an empty queue', fn() => $redis->locks() === []);
?>
--EXPECT--
few commands meanwhile: true
no waiter has acquired: [false,false,false]
two come in: 2
