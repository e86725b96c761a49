--TEST--
However many wait, a release, a deletion by hand, an expiry and a renewal of the lock concern one of them: a handful of commands each
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';

$redis = RedisServer::start();
$count = is_slow() ? 6 : 30;
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$waiters = line_of($redis, $count);

/** What the server is asked between an event and the peace after it, the commands of scripts included. */
$commands = function (callable $event) use ($redis): int {
    $redis->ask('CONFIG', 'RESETSTAT');
    $event();
    return array_sum($redis->commands());
};
// An owner stays one until the next event.
$owners = [];
$owner = function (callable $event) use ($redis, $commands, &$waiters, &$owners): int {
    $sum = $commands(function () use ($event, $redis, &$waiters, &$next) {
        $head = $redis->ask('GET', '{k}:redislock:head');
        $event();
        await('the next owner', function () use (&$waiters, &$next) {
            $next = array_key_first(array_filter($waiters, fn(PhpChild $waiter) => $waiter->hasSpoken()));
            return $next !== null;
        });
        await('the next head', fn() => !in_array($redis->ask('GET', '{k}:redislock:head'), [$head, null], true));
    });
    $owners[] = $waiters[$next];
    unset($waiters[$next]);
    return $sum - $redis->commands()['get'];
};
for ($n = 0; $n < 3; $n++) {
    $sum = $commands(function () use ($holder, $redis) {
        $holder->refresh();
        await('the head', fn() => ($redis->commands()['set'] ?? 0) >= 2);
    });
    // EVALSHA, GET, PEXPIRE; EVALSHA, SET, SET, PTTL, and perhaps as much for the head's own sign of life, and looks.
    $sum <= 11 + 2 * $count ?: say('a renewal', $sum);
}
$released = $owner(fn() => $holder->release());
// Fewer than if all were woken: each of them would send two commands at least. EVALSHA, GET, DEL; EVALSHA, SET, LPUSH, PEXPIRE; EVALSHA, SET, PTTL. A PTTL of each deputy, and somebody's look.
say('a release', $released <= max(10 + 12, 1.5 * $count) ? 'a handful' : $released);
foreach (['DEL', 'UNLINK', 'PEXPIRE'] as $way) {
    $sum = $owner(fn() => $redis->ask($way, 'k', ...$way === 'PEXPIRE' ? ['50'] : []));
    say($way, $sum <= max(8 + 18, 1.5 * $count) ? 'a handful' : $sum);
}
$redis->ask('DEL', 'k');
say('the rest', count(owners_of($waiters)) === $count - 4);
?>
--EXPECT--
a release: "a handful"
DEL: "a handful"
UNLINK: "a handful"
PEXPIRE: "a handful"
the rest: true
