--TEST--
A Redis user that may touch only keys with the application's prefix has locks and funnels: both wait by sleep and retry
--EXTENSIONS--
igbinary
redis
--FILE--
<?php
require __DIR__ . '/inc/laravel.php';

const WAITER = <<<'PHP'
    $cache = caches_of('phpredis', ['options' => ['prefix' => 'db_'], 'default' => ['host' => $argv[1], 'port' => 0, 'username' => 'app', 'password' => 'p']])->store('redis');
    $done = function () { echo "in\n"; hear(); };
    $argv[2] === 'a lock' ? $cache->lock('a', 60)->block(60, $done) : $cache->funnel('a')->limit(1)->block(60)->sleep(10)->then($done);
    PHP;

$redis = RedisServer::start();
$redis->ask('ACL', 'SETUSER', 'app', 'on', '>p', '+@all', '~db_*');
$cache = caches($redis, connection: ['username' => 'app', 'password' => 'p'])->store('redis');
$commands = fn(): int => array_sum(array_intersect_key($redis->commands(), ['eval' => 0, 'evalsha' => 0, 'set' => 0]));
$inside = function (string $what) use ($redis, $commands): bool {
    $waiter = laravel_child(WAITER, $redis, $what);
    $redis->ask('CONFIG', 'RESETSTAT');
    await('attempts', fn() => $commands() > 5);
    $GLOBALS['waiters'][] = $waiter;

    return $waiter->hasSpoken();
};
say('a lock', $cache->lock('a', 60)->get(fn() => $inside('a lock')));
say('a funnel', $cache->funnel('a')->limit(1)->then(fn() => $inside('a funnel')));
foreach ($waiters as $waiter) {
    echo $waiter->hear(), "\n";
    $waiter->tell('leave');
    $waiter->finish();
}
say('full', $cache->funnel('a')->limit(1)->then(fn() => $cache->funnel('a')->limit(1)->block(0)->then(fn() => 'not run', fn() => 'full')));
say('keys left', $redis->ask('KEYS', '*'));
?>
--EXPECT--
a lock: false
a funnel: false
in
in
full: "full"
keys left: []
