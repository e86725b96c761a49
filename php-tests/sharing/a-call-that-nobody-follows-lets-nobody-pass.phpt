--TEST--
Shared locks that went in last call the next, and nobody is in line: an exclusive one that comes then follows one of the calls, and nobody passes it
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$first = writer($redis);
$first->acquire();
$readers = line_of($redis, 2, ['shared' => true]);
$first->release();
say('two readers', array_map(fn($reader) => json_decode($reader->hear())[0], $readers));
say('have called', $redis->ask('LLEN', '{k}:redislock:signal') > 1);
$newcomer = reader($redis);
say('nobody waits: a newcomer comes in', [$newcomer->tryAcquire(), $newcomer->release()]);
$writer = waiter($redis);
$writer->tell('wait');
await('the writer to wait', fn() => !in_array($redis->ask('GET', '{k}:redislock:head'), ['+', null], true));
say('it has followed a call, and none is left', $redis->ask('LLEN', '{k}:redislock:signal') === 0);
say('no newcomer comes in', $newcomer->tryAcquire());
array_map(fn($reader) => $reader->tell('release'), $readers);
say('the writer', json_decode($writer->hear())[0]);
?>
--EXPECT--
two readers: [true,true]
have called: true
nobody waits: a newcomer comes in: [true,true]
it has followed a call, and none is left: true
no newcomer comes in: false
the writer: true
