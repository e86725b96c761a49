--TEST--
Fences grow across expiries, crashed holders, processes, FLUSHDB and lost counters
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';

$redis = RedisServer::start();
$last = 0;
$next_fence = function (string $after, float $ttl = 600.0) use ($redis, &$last): PhpChild {
    $holder = PhpChild::start(<<<'PHP'
        $lock = new RedisLock('k', ttl: (float) $argv[2], server: $argv[1], fenced: true);
        $lock->acquire() || exit("starved\n");
        echo $lock->getFence(), "\n";
        hear();
        PHP, [$redis->address, $ttl]);
    $fence = $holder->hear();
    say("after $after", $fence > 0 && $fence > $last);
    $last = $fence;
    return $holder;
};
$next_fence('nothing')->finish();
$next_fence('a release in another process', 0.1)->kill();
$next_fence('a crash of the holder and an expiry')->finish();
$redis->ask('FLUSHDB');
$next_fence('FLUSHDB')->finish();
$redis->ask('DEL', '{k}:redislock:fence');
$holder = $next_fence('the loss of the counter');
$redis->ask('DEL', '{k}:redislock:fence', 'k');
$next_fence('the loss of both while it was held')->finish();
$holder->finish();
$redis->restart();
$next_fence('a restart of the server, empty')->finish();
?>
--EXPECT--
after nothing: true
after a release in another process: true
after a crash of the holder and an expiry: true
after FLUSHDB: true
after the loss of the counter: true
after the loss of both while it was held: true
after a restart of the server, empty: true
