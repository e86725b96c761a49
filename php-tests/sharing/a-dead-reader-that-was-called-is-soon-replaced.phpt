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
$holder->acquire();
$waiters = line_of($redis, 4, ['shared' => true]);
[$first, $halted, $too, $last] = $waiters;
$sender->send('STOP', $halted);
$sender->send('STOP', $too);
$holder->release();
$first->hear();
[$start, $life] = [now(), $redis->ask('PTTL', '{k}:redislock:head') / 1e3];
say('the last one', json_decode($last->hear())[0]);
$took = now() - $start;
say('long before the call expires', $took < $life / 3 ?: [$took, $life]);
$sender->send('CONT', $halted);
$sender->send('CONT', $too);
say('those that were halted', [json_decode($halted->hear())[0], json_decode($too->hear())[0]]);
array_map(fn(PhpChild $waiter) => $waiter->tell('release'), $waiters);
?>
--EXPECT--
the last one: true
long before the call expires: true
those that were halted: [true,true]
