--TEST--
release() awaits the reply to a pending renewal first, so the renewal cannot be executed after the release
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$proxy = FaultProxy::before($redis);
// From the first renewal of all on, the server knows the script.
$first = new RedisLock('first', ttl: 600.0, server: $proxy->address, autoRenew: true);
$first->acquire();
await_renewals();
$lock = new RedisLock('k', ttl: 600.0, server: "$proxy->address?read_timeout=60", autoRenew: true);
$lock->acquire();
// A renewal is on its way, its answer comes later.
$proxy->on('EVALSHA', 'delay', 2.0);
$monitor = Monitor::of($redis);
await('the renewal', fn() => $monitor->seen('/"(EVALSHA|EVAL)"/i') !== []);
$renewed = RedisLock::stats()['renewed'];
say('released', $lock->release());
say('the renewal had its answer', RedisLock::stats()['renewed'] - $renewed);
say('the release came last', preg_match('/"DEL" "k"/', (string) array_key_last(array_flip($monitor->seen('/"k"/')))));
pause(1.2);
say('after it', $monitor->seen('/"k"/'));
?>
--EXPECT--
released: true
the renewal had its answer: 1
the release came last: 1
after it: []
