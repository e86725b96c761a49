--TEST--
If waiters are killed or suspended, a free lock or permit stays unused briefly; if both watchers are gone, until a sleeper checks
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$sender = new SignalSender();
/** Returns the seconds until a live waiter acquires, if these waiters are killed or suspended just before the release. */
$free = function (int $count, array $gone, string $signal, array $options) use ($sender): float {
    $redis = RedisServer::start();
    $new = fn() => $options ? new RedisSemaphore('k', 2, ttl: 600.0, server: $redis->address) : new RedisLock('k', ttl: 600.0, server: $redis->address);
    $holders = $options ? [$new(), $new()] : [$new()];
    array_map(fn(object $holder) => $holder->acquire(), $holders);
    $waiters = queued_waiters($redis, $count, $options, killed: true);
    array_map(fn(int $n) => $sender->send($signal, $waiters[$n]), $gone);
    $alive = array_diff_key($waiters, array_flip($gone));
    $start = now();
    $holders[0]->release();
    await('the next owner', fn() => array_filter($alive, fn(PhpChild $waiter) => $waiter->hasSpoken()) !== []);
    $took = now() - $start;
    array_map(fn(PhpChild $waiter) => $waiter->kill(), $waiters);

    return $took;
};
// The first watcher has 20 ms to take a free lock. A sleeper checks once a second. Each offer to a suspended sleeper costs 35 ms.
$cases = [
    'the first watcher' => [3, [0], 0.5],
    'the second watcher' => [3, [1], 0.5],
    'every second of twelve' => [12, [0, 2, 4, 6, 8, 10], 0.5],
    'both that watch' => [6, [0, 1], 4.0],
];
foreach (['a lock' => [], 'permits' => ['permits' => 2]] as $what => $options) {
    foreach (['KILL', 'STOP'] as $signal) {
        foreach ($cases as $which => [$count, $gone, $limit]) {
            $took = least_of(fn() => $free($count, $gone, $signal, $options), is_slow() ? INF : $limit);
            say("$what, $signal, $which", $took < $limit || is_slow() ?: $took);
        }
    }
}
?>
--EXPECT--
a lock, KILL, the first watcher: true
a lock, KILL, the second watcher: true
a lock, KILL, every second of twelve: true
a lock, KILL, both that watch: true
a lock, STOP, the first watcher: true
a lock, STOP, the second watcher: true
a lock, STOP, every second of twelve: true
a lock, STOP, both that watch: true
permits, KILL, the first watcher: true
permits, KILL, the second watcher: true
permits, KILL, every second of twelve: true
permits, KILL, both that watch: true
permits, STOP, the first watcher: true
permits, STOP, the second watcher: true
permits, STOP, every second of twelve: true
permits, STOP, both that watch: true
