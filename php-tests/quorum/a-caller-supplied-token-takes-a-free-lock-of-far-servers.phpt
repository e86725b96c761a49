--TEST--
A caller-supplied token acquires a free lock on far servers, although they reply after an attempt's first lease has ended
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/quorum.php';

$servers = servers(3);
$proxies = array_map(fn(RedisServer $server) => FaultProxy::before($server), $servers);
$options = ['ttl' => 600.0, 'server' => array_map(fn(FaultProxy $proxy) => "$proxy->address?connect_timeout=60&read_timeout=60", $proxies)];
array_map(fn(FaultProxy $proxy) => $proxy->always('*', 'late', 0.6), $proxies);
foreach (['exclusive' => [], 'fenced' => ['fenced' => true], 'shared' => ['shared' => true]] as $kind => $more) {
    $lock = new RedisLock("k $kind", ...$options, ...$more, token: 'T');
    // A second attempt is only for a machine that stood still: if servers are too far for one attempt, they are for each.
    say($kind, [$lock->acquire(60.0), $lock->isHeld(), $lock->isOwned()]);
    $left = array_map(fn(RedisServer $server) => $server->ask('PTTL', "k $kind"), $servers);
    sort($left);
    say('  most have the whole ttl', $left[1] > 500_000);
    $lock->release();
}
?>
--EXPECT--
exclusive: [true,true,true]
  most have the whole ttl: true
fenced: [true,true,true]
  most have the whole ttl: true
shared: [true,true,true]
  most have the whole ttl: true
