--TEST--
Six halted waiters in front leave room beside a holder unused not much longer than they leave a free lock
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$sender = new SignalSender();
/** How long it takes until one of those behind six halted ones is in. */
$unused = function (RedisLock|RedisSemaphore $holder, RedisServer $redis, array $options) use ($sender): float {
    $holder->acquire();
    $waiters = line_of($redis, 10, $options, killed: true);
    [$halted, $alive] = [array_slice($waiters, 0, 6), array_slice($waiters, 6)];
    array_map(fn(PhpChild $waiter) => $sender->send('STOP', $waiter), $halted);
    // One that has come just before the release may be about to take its share.
    await('the head to be missed', fn() => $redis->ask('PTTL', '{k}:redislock:head') < 1700);
    $start = now();
    $holder->release();
    await('one to go in', fn() => array_filter($alive, fn(PhpChild $waiter) => $waiter->hasSpoken()), 30.0);
    $took = now() - $start;
    array_map(fn(PhpChild $waiter) => $waiter->kill(), $waiters);

    return $took;
};
$redis = RedisServer::start();
$lock = $unused(new RedisLock('k', ttl: 600.0, server: $redis->address), $redis, []);
$redis = RedisServer::start();
$options = ['permits' => 2];
$stays = new RedisSemaphore('k', 2, ttl: 600.0, server: $redis->address);
$stays->acquire();
$room = $unused(new RedisSemaphore('k', 2, ttl: 600.0, server: $redis->address), $redis, $options);
say('room is soon used', $room < 10 * $lock ?: [$room, $lock]);
?>
--EXPECT--
room is soon used: true
