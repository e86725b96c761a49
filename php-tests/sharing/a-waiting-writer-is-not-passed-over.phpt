--TEST--
Readers that arrive while a writer waits acquire after it, all together, and before the next writer
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start();
$first = reader($redis);
$first->acquire();
$second = reader($redis);
say('without a waiter another reader acquires', [$second->acquire(), $second->release()]);

$writer = waiter($redis);
enqueue_waiters($redis, [$writer]);
say('with a waiter no other reader acquires', [$second->tryAcquire(), $second->isLocked()]);
say('a holder acquires again', [$first->acquire(), $first->refresh()]);

$readers = array_map(fn() => waiter($redis, ['shared' => true]), range(1, 5));
$last = waiter($redis);
foreach ([...$readers, $last] as $n => $waiter) {
    $waiter->tell('wait');
    await_queue($redis, $n + 2);
}
say('while it is shared, no waiter acquires', array_map(fn($waiter) => $waiter->hasSpoken(), [$writer, ...$readers, $last]));

// The second waiter passes the first one if a busy machine delays that by 20 ms.
exec("kill -STOP {$readers[0]->processId()}");
$first->release();
say('the writer is the next', json_decode($writer->hear()));
exec("kill -CONT {$readers[0]->processId()}");
say('alone', [$redis->ask('TYPE', 'k'), array_map(fn($waiter) => $waiter->hasSpoken(), [...$readers, $last])]);
$writer->tell('release');
say('then all readers', array_map(fn($reader) => json_decode($reader->hear())[0], $readers));
say('together, and not the last writer', [count(sharers($redis)), $last->hasSpoken()]);
await('the writer to come', fn() => preg_grep('/^\d+:0:/', $redis->seats()) !== []);
say('nor any new client', [$second->tryAcquire(), writer($redis)->tryAcquire()]);
foreach ($readers as $n => $reader) {
    say("reader $n goes", $last->hasSpoken());
    $reader->tell('release');
}
say('the last writer', [json_decode($last->hear())[0], $redis->ask('TYPE', 'k')]);
$last->tell('release');
await('an empty server', fn() => $redis->locks() === []);
?>
--EXPECT--
without a waiter another reader acquires: [true,true]
with a waiter no other reader acquires: [false,true]
a holder acquires again: [true,true]
while it is shared, no waiter acquires: [false,false,false,false,false,false,false]
the writer is the next: [true,null]
alone: ["string",[false,false,false,false,false,false]]
then all readers: [true,true,true,true,true]
together, and not the last writer: [5,false]
nor any new client: [false,false]
reader 0 goes: false
reader 1 goes: false
reader 2 goes: false
reader 3 goes: false
reader 4 goes: false
the last writer: [true,"string"]
