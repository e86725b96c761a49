--TEST--
Who was called by one that has its share, and leaves, calls one: a heavy holder or a writer that is next is not passed by those behind it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
/**
 * In line: one that gets in, those that leave (called while they are halted), one that needs all, light ones.
 * Tells how many calls of one, and of more, there were as they left.
 */
$calls = function (object $holder, array $of_light, array $of_heavy, int $leave) use ($redis, $sender): array {
    $waiters = fn(int $count, array $options) => array_map(fn() => waiter($redis, $options), range(1, $count));
    [$first] = $waiters(1, $of_light);
    $leaving = $waiters($leave, $of_light + ['leaves' => true]);
    [$heavy] = $waiters(1, $of_heavy);
    $light = $waiters(4, $of_light);
    $counts = ['one' => 0, 'more' => 0];
    for ($round = 0; $round < 5; $round++) {
        $holder->acquire();
        line_up($redis, [$first]);
        foreach ([...$leaving, $heavy, ...$light] as $n => $waiter) {
            $waiter->tell('wait');
            await_line($redis, $n + 2);
        }
        // The others, too, or a deputy calls some in place of those who leave.
        foreach ([...$leaving, $heavy, ...$light] as $waiter) {
            $sender->send('STOP', $waiter);
        }
        $holder->release();
        $first->hear();
        $monitor = Monitor::of($redis);
        foreach ($leaving as $waiter) {
            $sender->send('USR1', $waiter);
            $sender->send('CONT', $waiter);
        }
        foreach ($leaving as $waiter) {
            json_decode($waiter->hear())[0] && $waiter->tell('release');
        }
        foreach ($monitor->seen('/"LPUSH"/') as $push) {
            $counts[preg_match('/"LPUSH" "\S+" "\S+"$/', $push) ? 'one' : 'more']++;
        }
        foreach ([$heavy, ...$light] as $waiter) {
            $sender->send('CONT', $waiter);
        }
        $first->tell('release');
        order_of([$heavy, ...$light]);
        $redis->ask('DEL', '{k}:redislock:head', '{k}:redislock:second', '{k}:redislock:signal'); // what the last ones have left
    }
    return [$counts['one'] > 0, $counts['more']];
};
say('a heavy one', $calls(new RedisSemaphore('k', 3, ttl: 600.0, server: $redis->address, weight: 3), ['permits' => 3], ['permits' => 3, 'weight' => 3], 1));
say('a writer', $calls(new RedisLock('k', ttl: 600.0, server: $redis->address), ['shared' => true], [], 2));
?>
--EXPECT--
a heavy one: [true,0]
a writer: [true,0]
