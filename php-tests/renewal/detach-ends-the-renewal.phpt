--TEST--
After detach() nothing is renewed; the lease ends if no client takes the lock over, and that is no loss
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$lock = new RedisLock('k', ttl: time_for(0.6), server: $redis->address, autoRenew: true, abortOnLoss: true);
$lock->acquire();
await_renewals(2);
$monitor = Monitor::of($redis);
$lock->detach();
$monitor->seen('/./');
await('the end of the lease', fn() => $redis->ask('EXISTS', 'k') === 0);
pause(0.5);
say('renewals', count($monitor->seen('/"PEXPIRE"/')));
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
renewals: 0
lost: 0
