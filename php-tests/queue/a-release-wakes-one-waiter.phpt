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
$owner = function (callable $event) use ($redis, $commands, &$waiters): int {
    $sum = $commands(function () use ($event, $redis, &$waiters) {
        $head = $redis->ask('GET', '{k}:redislock:head');
        $event();
        await('the next owner', fn() => $waiters[0]->hasSpoken());
        await('the next head', fn() => !in_array($redis->ask('GET', '{k}:redislock:head'), [$head, null], true));
    });
    $waiters[0]->hear();
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
// EVALSHA, GET, DEL; EVALSHA, SET, LPUSH, PEXPIRE; EVALSHA, SET, PTTL. A PTTL of each deputy, and somebody's look.
say('a release', $released <= 10 + 12 ? 'a handful' : $released);
array_shift($waiters);
foreach (['DEL', 'UNLINK', 'PEXPIRE'] as $way) {
    $sum = $owner(fn() => $redis->ask($way, 'k', ...$way === 'PEXPIRE' ? ['50'] : []));
    say($way, $sum <= 8 + 18 ? 'a handful' : $sum);
    array_shift($waiters);
}
$redis->ask('DEL', 'k');
say('the rest, in order', order_of($waiters) === array_keys($waiters));
?>
--EXPECT--
a release: "a handful"
DEL: "a handful"
UNLINK: "a handful"
PEXPIRE: "a handful"
the rest, in order: true
