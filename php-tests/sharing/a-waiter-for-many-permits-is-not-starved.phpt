--TEST--
A waiter for many permits precedes later waiters, even if there are enough permits for them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$holders = array_map(fn() => semaphore($redis, 5), range(1, 3));
array_map(fn($holder) => $holder->acquire(), $holders);
$light = semaphore($redis, 5);
$heavy = waiter($redis, ['permits' => 5, 'weight' => 4]);
enqueue_waiters($redis, [$heavy]);
say('two permits are free, and go to no other client', [$light->getFree(), $light->tryAcquire()]);
$later = array_map(fn() => waiter($redis, ['permits' => 5]), range(1, 3));
foreach ($later as $n => $waiter) {
    $waiter->tell('wait');
    await_queue($redis, $n + 2);
}
$holders[0]->release();
say('three are', [$light->getFree(), $light->tryAcquire(), $heavy->hasSpoken(), $later[0]->hasSpoken()]);
$holders[1]->release();
say('four are the heavy one\'s', [json_decode($heavy->hear())[0], $light->getFree()]);
$holders[2]->release();
say('the next one acquires with it', [json_decode($later[0]->hear())[0], $light->getFree(), $later[1]->hasSpoken()]);
$heavy->tell('release');
say('the others behind it', array_map(fn($waiter) => json_decode($waiter->hear())[0], array_slice($later, 1)));
say('permits left', $light->getFree());
array_map(fn($waiter) => $waiter->tell('release'), $later);
await('their end', fn() => $light->getFree() === 5);
say('keys left', $redis->locks());
?>
--EXPECT--
two permits are free, and go to no other client: [2,false]
three are: [3,false,false,false]
four are the heavy one's: [true,0]
the next one acquires with it: [true,0,false]
the others behind it: [true,true]
permits left: 2
keys left: []
