--TEST--
Waiters for a lock of the same name in another database do not take those of this one off duty
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
$other = "$redis->address?db=1";
$holder = new RedisLock('k', ttl: 600.0, server: $redis->address);
$holder->acquire();
$waiters = line_of($redis, 3, killed: true);
(new RedisLock('k', ttl: 600.0, server: $other, autoRelease: false))->acquire();
$others = array_map(fn() => waiter($redis, [], true, $other), range(1, 12));
foreach ($others as $waiter) {
    $waiter->tell('wait');
}
await('all in line', fn() => $redis->info('blocked_clients') === 2 + 11);
$life = $redis->ask('PTTL', '{k}:redislock:head') / 1e3;
$sender->send('STOP', $waiters[0]);
$start = now();
$holder->release();
$waiters[1]->hear();
$took = now() - $start;
say('in time', $took < $life / 2 || is_slow() ?: $took);
foreach ([...$waiters, ...$others] as $waiter) {
    $waiter->kill();
}
?>
--EXPECT--
in time: true
