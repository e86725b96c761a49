--TEST--
A waiter for many permits precedes later waiters, even if there are enough permits for them
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
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
// Once there is room for it, a later waiter may pass it if a busy machine keeps it from taking the permits. So they are suspended.
array_map(fn($waiter) => $sender->send('STOP', $waiter), $later);
$holders[1]->release();
say('four are the heavy one\'s', [json_decode($heavy->hear())[0], $light->getFree()]);
array_map(fn($waiter) => $sender->send('CONT', $waiter), $later);
$holders[2]->release();
$spoken = fn() => array_filter($later, fn($waiter) => $waiter->hasSpoken());
await('another one', $spoken);
say('one acquires with it', [count($spoken()), $light->getFree()]);
$heavy->tell('release');
say('all acquire', array_map(fn($waiter) => json_decode($waiter->hear())[0], $later));
say('permits left', $light->getFree());
array_map(fn($waiter) => $waiter->tell('release'), $later);
await('their end', fn() => $light->getFree() === 5);
say('keys left', $redis->locks());
?>
--EXPECT--
two permits are free, and go to no other client: [2,false]
three are: [3,false,false,false]
four are the heavy one's: [true,0]
one acquires with it: [1,0]
all acquire: [true,true,true]
permits left: 2
keys left: []
