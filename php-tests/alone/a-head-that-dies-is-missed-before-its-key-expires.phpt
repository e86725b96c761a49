--TEST--
The head, who waits for permits, is halted, and one behind it has only just come as some get free: it does not wait until the key of the head expires
--SKIPIF--
<?php require __DIR__ . '/../inc/needs.php'; needs('pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
[$holder, $other] = [semaphore($redis, 4), semaphore($redis, 4, weight: 3)];
$holder->acquire();
$other->acquire();
[$head, $next] = $waiters = [waiter($redis, ['permits' => 4]), waiter($redis, ['permits' => 4])];
$head->tell('wait');
await_line($redis, 1);
$sender->send('STOP', $head);
$next->tell('wait');
await_line($redis, 2);
$holder->release();
[$start, $life] = [now(), $redis->ask('PTTL', '{k}:redislock:head') / 1e3];
say('the next', json_decode($next->hear())[0]);
$took = now() - $start;
say('before the key expires', $took < 0.85 * $life ?: [$took, $life]);
$next->tell('release');
$sender->send('CONT', $head);
say('the head', json_decode($head->hear())[0]);
$head->tell('release');
?>
--EXPECT--
the next: true
before the key expires: true
the head: true
