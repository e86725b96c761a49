--TEST--
A fenced shared lock generates no fence: getFence() is the last generated one, or null
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$reader = reader($redis, fenced: true);
say('no writer yet', [$reader->acquire(), $reader->getFence(), $redis->ask('EXISTS', '{k}:redislock:fence'), $reader->release()]);
$writer = writer($redis, fenced: true);
$writer->acquire();
$first = $writer->getFence();
$writer->release();
say('after one', [$reader->acquire(), $reader->getFence() === $first]);
say('of two readers', [($other = reader($redis, fenced: true))->acquire(), $other->getFence() === $first, $other->release()]);
say('drawn by none', (int) $redis->ask('GET', '{k}:redislock:fence') === $first);
$reader->release();
$writer->acquire();
$second = $writer->getFence();
say('the next writer has a greater one', $second > $first);
$waiting = waiter($redis, ['shared' => true, 'fenced' => true]);
line_up($redis, [$waiting]);
$writer->release();
say('a reader that waited for it', json_decode($waiting->hear()) === [true, $second]);
$waiting->tell('release');
say('one that asks for none', [await('a share', fn() => ($plain = reader($redis))->acquire() && $plain->getFence() === null)]);
?>
--EXPECT--
no writer yet: [true,null,0,true]
after one: [true,true]
of two readers: [true,true,true]
drawn by none: true
the next writer has a greater one: true
a reader that waited for it: true
one that asks for none: [true]
