--TEST--
A head that is killed or halted, together with the next, with the newest, or with five others before a living one: somebody takes the free lock long before the head's key expires
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

/** Who gets the lock, and for how long it was free, in parts of the life of the head's key. */
$free = function (int $count, array $which, string $signal) use ($redis, $holder, $sender): array {
    $holder->acquire();
    $waiters = line_of($redis, $count, killed: true);
    $life = $redis->ask('PTTL', '{k}:redislock:head') / 1e3;
    foreach ($which as $n) {
        $signal === 'KILL' ? $waiters[$n]->kill() : $sender->send($signal, $waiters[$n]);
    }
    await('the death of those in line', fn() => $signal !== 'KILL' || $redis->info('blocked_clients') === $count - 1 - count(array_diff($which, [0])));
    $start = now();
    $holder->release();
    $next = array_diff_key($waiters, array_flip($which));
    await('the next owner', function () use ($next, &$owner) {
        foreach ($next as $n => $waiter) {
            if ($waiter->hasSpoken()) {
                $owner = $n;
                return true;
            }
        }
        return false;
    });
    $took = now() - $start;
    $waiters[$owner]->tell('release');
    $redis->ask('DEL', 'k');
    foreach ($signal === 'KILL' ? $next : $waiters as $waiter) {
        $waiter->kill();
    }
    await('the end of all', fn() => $redis->info('blocked_clients') === 0);
    $redis->ask('FLUSHALL');
    return [$owner, $took / max($life, 1.0)];
};
$cases = [
    'the head' => [4, [0], 0.5],
    'the head and the next' => [4, [0, 1], 0.5],
    'the head and the newest' => [4, [0, 3], 0.7],
    'six before a living one' => [7, [0, 1, 2, 3, 4, 5], 1.0],
];
foreach (['killed' => 'KILL', 'halted' => 'STOP'] as $how => $signal) {
    foreach ($cases as $who => [$count, $which, $most]) {
        [$owner, $parts] = $free($count, $which, $signal);
        $first = min(array_diff(range(0, $count - 1), $which));
        say("$who, $how", $owner === $first && ($parts < $most || is_slow()) ?: [$owner, $parts]);
    }
}
?>
--EXPECT--
the head, killed: true
the head and the next, killed: true
the head and the newest, killed: true
six before a living one, killed: true
the head, halted: true
the head and the next, halted: true
the head and the newest, halted: true
six before a living one, halted: true
