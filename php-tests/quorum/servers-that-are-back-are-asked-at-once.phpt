--TEST--
If the connections that a quorum has begun time out between two calls, the next call opens others, and succeeds if the servers are back
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';
require __DIR__ . '/../inc/failures.php';

$servers = servers(3);
$proxies = array_map(FaultProxy::before(...), $servers);
$timeout = 0.5;
$addresses = array_map(fn(FaultProxy $proxy) => "$proxy->address?read_timeout=$timeout&connect_timeout=$timeout", $proxies);
foreach ([1, 3] as $calls) {
    $lock = new RedisLock("after $calls", server: $addresses);
    say('before', [$lock->acquire(), $lock->release()]);
    array_map(fn(FaultProxy $proxy) => $proxy->always('*', 'keep'), $proxies);
    for ($n = 0; $n < $calls; $n++) {
        say('meanwhile', str_contains(failure(fn() => $lock->tryAcquire()), 'no reply within the read timeout'));
    }
    array_map(fn(FaultProxy $proxy) => $proxy->reset(), $proxies);
    $end = now();
    await('the time-outs of what has begun', fn() => now() > $end + 2 * $timeout);
    say('then', [$lock->tryAcquire(), $lock->release()]);
}
?>
--EXPECT--
before: [true,true]
meanwhile: true
then: [true,true]
before: [true,true]
meanwhile: true
meanwhile: true
meanwhile: true
then: [true,true]
