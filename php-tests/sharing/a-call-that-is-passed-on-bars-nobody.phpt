--TEST--
A reader that is called and leaves passes its call on; where nobody is in line, newcomers come in at once
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$writer = writer($redis);
$writer->acquire();
[$first, $second, $third] = array_map(fn() => waiter($redis, ['shared' => true]), range(1, 3));
line_up($redis, [$first, $second]);
$start = now();
$third->tell('2');
await_line($redis, 3);
$sender->send('STOP', $third);
$writer->release();
say('two readers', array_map(fn($reader) => json_decode($reader->hear())[0], [$first, $second]));
await('the end of the time of the third, which has been called', fn() => now() - $start > 2.1);
$sender->send('CONT', $third);
// Its last attempt may succeed.
json_decode($third->hear())[0] && $third->tell('release');
await('its leave', fn() => count(sharers($redis)) === 2 && $redis->info('blocked_clients') === 0);
await('its call', fn() => $redis->ask('LLEN', '{k}:redislock:signal') > 0);
$newcomer = reader($redis);
say('a newcomer', [$newcomer->tryAcquire(), $newcomer->release()]);
?>
--EXPECT--
two readers: [true,true]
a newcomer: [true,true]
