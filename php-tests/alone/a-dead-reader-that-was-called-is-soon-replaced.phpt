--TEST--
A reader calls two that are halted: a deputy has the next one come, long before the key of that call expires
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);

/** After which part of the call's life the last one of four is in, where the two before it are halted. */
$part = function () use ($redis, $sender, $holder): float {
    $holder->acquire();
    $waiters = line_of($redis, 4, ['shared' => true]);
    [$first, $halted, $too, $last] = $waiters;
    $sender->send('STOP', $halted);
    $sender->send('STOP', $too);
    $holder->release();
    $first->hear();
    [$start, $life] = [now(), $redis->ask('PTTL', '{k}:redislock:head') / 1e3];
    json_decode($last->hear())[0] || say('the last one', false);
    $part = (now() - $start) / $life;
    $sender->send('CONT', $halted);
    $sender->send('CONT', $too);
    json_decode($halted->hear())[0] && json_decode($too->hear())[0] || say('those that were halted', false);
    array_map(fn(PhpChild $waiter) => $waiter->tell('release'), $waiters);
    array_map(fn(PhpChild $waiter) => $waiter->finish(), $waiters);
    return $part;
};
$least = least_of($part, 1 / 3);
say('long before the call expires', $least < 1 / 3 ?: $least);
?>
--EXPECT--
long before the call expires: true
