--TEST--
A head that is killed or halted, together with the next, with the newest, or with five others before a living one: a living one takes the free lock before the head's key expires
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

/** For how long the lock is free until a living one takes it, in parts of the life of the head's key. */
$free = function (int $count, array $which, string $signal) use ($redis, $holder, $sender): float {
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
    return $took / max($life, 1.0);
};
$cases = [
    'the head' => [4, [0]],
    'the head and the next' => [4, [0, 1]],
    'the head and the newest' => [4, [0, 3]],
    'six before a living one' => [7, [0, 1, 2, 3, 4, 5]],
];
foreach (['killed' => 'KILL', 'halted' => 'STOP'] as $how => $signal) {
    foreach ($cases as $who => [$count, $which]) {
        // Which of the living is not said: a deputy that is late calls one just after another deputy did.
        $parts = least_of(fn() => $free($count, $which, $signal), is_slow() ? INF : 1.0);
        say("$who, $how", $parts < 1.0 || is_slow() ?: $parts);
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
