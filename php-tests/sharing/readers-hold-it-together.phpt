--TEST--
Shared locks are held together, and exclude an exclusive one and a plain SET NX, as those exclude them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$one = reader($redis);
$two = reader($redis);
$writer = writer($redis);
say('two readers', [$one->acquire(), $two->tryAcquire()]);
say('both hold it', [$one->isHeld(), $two->isHeld(), $one->isOwned(), $two->isOwned(), $one->isLocked()]);
say('as a sorted set of them', [$redis->ask('TYPE', 'k'), count(sharers($redis)), array_diff([member($one), member($two)], array_keys(sharers($redis)))]);
say('no writer', [$writer->acquire(), $writer->isOwned(), $writer->isLocked()]);
say('nor any other client', $redis->ask('SET', 'k', 'other', 'NX', 'PX', '1000'));
say('one gives its share back', [$one->release(), $one->isHeld(), $one->isOwned()]);
say('the other has its own', [$two->isHeld(), $two->isOwned(), array_keys(sharers($redis)) === [member($two)]]);
say('still no writer', $writer->acquire());
say('the last one leaves nothing', [$two->release(), $redis->ask('KEYS', '*')]);
say('the writer', [$writer->acquire(), $redis->ask('GET', 'k') === $writer->getToken()]);
say('no reader', [$one->acquire(), $two->tryAcquire(), $one->isOwned()]);
say('a client without a share releases nothing', [$one->release(), $writer->isOwned(), $writer->release()]);
$redis->ask('SET', 'k', 'other', 'PX', '600000');
say('no reader with another client', [$one->acquire(), $one->release(), $one->refresh(), $redis->ask('GET', 'k')]);
$redis->ask('DEL', 'k');
say('the same object takes it once more', [$one->acquire(), $one->acquire(), count(sharers($redis)), $one->release(), $one->release()]);
$stats = RedisLock::stats();
say('acquired, contended, released, lost, errors', array_map(fn($name) => $stats[$name], ['acquired', 'contended', 'released', 'lost', 'errors']));
?>
--EXPECT--
two readers: [true,true]
both hold it: [true,true,true,true,true]
as a sorted set of them: ["zset",2,[]]
no writer: [false,false,true]
nor any other client: null
one gives its share back: [true,false,false]
the other has its own: [true,true,true]
still no writer: false
the last one leaves nothing: [true,[]]
the writer: [true,true]
no reader: [false,false,false]
a client without a share releases nothing: [false,true,true]
no reader with another client: [false,false,false,"other"]
the same object takes it once more: [true,true,1,true,false]
acquired, contended, released, lost, errors: [4,5,4,0,0]
