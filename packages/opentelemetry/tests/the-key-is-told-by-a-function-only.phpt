--TEST--
Without a function of the user, no span and no point has a key; with one they have the name that it returns
--FILE--
<?php
require __DIR__ . '/inc.php';

use RedisLock\OpenTelemetry\{Metrics, Spans};

/** Every kind of span and event of a lock. */
function use_locks(string $key): void
{
    $redis = RedisServer::start();
    $server = "$redis->address?connect_timeout=1&read_timeout=1";
    $news = [
        fn() => new RedisLock($key, server: $server),
        fn() => new RedisSemaphore("$key:s", 1, server: $server),
        fn() => new RedisMultiLock(["$key:m", "$key:n"], server: $server),
    ];
    foreach ($news as $new) {
        [$lock, $other] = [$new(), $new()];
        call($lock, 'acquire');
        call($other, 'tryAcquire');
        call($other, 'acquire', 0.01);
        thrown(fn() => call($other, 'synchronized', fn() => 1, 0.0));
        call($lock, 'release');
        thrown(fn() => call($lock, 'synchronized', fn() => throw new LogicException("of $key", 0, new LogicException($key))));
        thrown(fn() => call($lock, 'synchronized', fn() => $redis->ask('FLUSHALL')));
    }
    call($lock, 'acquire');
    $redis->stop();
    thrown(fn() => call($lock, 'release'));
    thrown(fn() => call($other, 'acquire'));
    thrown(fn() => call($other, 'synchronized', fn() => 1));
}

function of_key(string $text): array
{
    preg_match_all('/order[^"]*|anna[^"]*/', $text, $found);
    $found = array_count_values($found[0]);
    ksort($found);
    return $found;
}

RedisLock::listen(new Metrics());
use_locks('order:anna1');
$all = [spans(), points()];
say('spans and points', [count($all[0]), count($all[1], COUNT_RECURSIVE) > 100]);
say('without a function', of_key(json_encode($all)));

$name = fn(string $key): string => preg_replace('/anna\d/', '*', $key);
Spans::nameKeys($name);
RedisLock::listen(new Metrics($name));
use_locks('order:anna2');
[$spans, $points] = [spans(), points()];
say('spans', of_key(json_encode($spans)));
$named = fn(array $of_name): array => array_values(array_unique(array_filter(array_map(fn(array $point) => $point[0]['redislock.key'] ?? null, $of_name[1]))));
foreach (array_map($named, $points) as $metric => $names) {
    sort($names);
    say($metric, $names);
}
?>
--EXPECT--
spans and points: [25,true]
without a function: []
spans: {"order:*":7,"order:*:m, order:*:n":11,"order:*:s":7}
redislock.wait.duration: ["order:*","order:*:m","order:*:s"]
redislock.hold.duration: ["order:*","order:*:m","order:*:s"]
redislock.acquisitions: ["order:*","order:*:m","order:*:s"]
redislock.contended: ["order:*","order:*:m","order:*:s"]
redislock.released: ["order:*","order:*:m","order:*:s"]
redislock.lost: ["order:*","order:*:m","order:*:s"]
redislock.errors: ["order:*:m"]
redislock.held: []
