--TEST--
Who was called by one that has its share, and leaves, calls one: a heavy holder or a writer that is next goes before those behind it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
/**
 * In line: one that gets in, those that leave (called while they are halted, and their time is up), one that needs all, light ones.
 * Tells in how many rounds how many of the light ones got in before the one that needs all.
 */
$passed = function (object $holder, array $of_light, array $of_heavy, int $leave, int $rounds) use ($redis, $sender): array {
    $waiters = fn(int $count, array $options) => array_map(fn() => waiter($redis, $options), range(1, $count));
    [$first] = $waiters(1, $of_light);
    $leaving = $waiters($leave, $of_light);
    [$heavy] = $waiters(1, $of_heavy);
    $light = $waiters(4, $of_light);
    $counts = [];
    for ($round = 0; $round < $rounds; $round++) {
        $holder->acquire();
        line_up($redis, [$first]);
        $begin = now();
        foreach ([...$leaving, $heavy, ...$light] as $n => $waiter) {
            $waiter->tell($n < $leave ? '0.6' : 'wait');
            await_line($redis, $n + 2);
        }
        foreach ($leaving as $waiter) {
            $sender->send('STOP', $waiter);
        }
        $holder->release();
        $first->hear();
        await('the end of their time', fn() => now() - $begin > 0.7);
        foreach ($leaving as $waiter) {
            $sender->send('CONT', $waiter);
        }
        foreach ($leaving as $waiter) {
            json_decode($waiter->hear())[0] && $waiter->tell('release');
        }
        $first->tell('release');
        $counts[] = array_search(0, order_of([$heavy, ...$light]), true);
        $redis->ask('DEL', '{k}:redislock:head', '{k}:redislock:second', '{k}:redislock:signal'); // what the last ones have left
    }
    return array_count_values($counts);
};
say('a heavy one', $passed(new RedisSemaphore('k', 3, ttl: 600.0, server: $redis->address, weight: 3), ['permits' => 3], ['permits' => 3, 'weight' => 3], 1, 8));
say('a writer', $passed(new RedisLock('k', ttl: 600.0, server: $redis->address), ['shared' => true], [], 2, 8));
?>
--EXPECT--
a heavy one: [8]
a writer: [8]
