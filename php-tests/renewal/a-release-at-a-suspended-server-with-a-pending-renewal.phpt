--TEST--
release(), refresh() or acquire() at a suspended server with a pending renewal costs one time-out, not two
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$timeout = 6.0;
foreach (['release', 'refresh', 'acquire'] as $call) {
    $redis = RedisServer::start();
    $lock = new RedisLock('k', ttl: 600.0, server: "$redis->address?read_timeout=$timeout", autoRenew: true);
    $redis->ask('SET', 'k', 'another-client');
    $lock->tryAcquire();
    $redis->ask('DEL', 'k');
    $lock->acquire();
    $redis->suspend(); // before the thread's first look
    usleep(200_000);
    $start = now();
    try {
        $lock->$call();
    } catch (RedisLockConnectionException) {
        say("$call: time-outs", time_outs(now() - $start, $timeout));
    }
    $redis->resume();
    say('  released', [$lock->release(), $redis->ask('EXISTS', 'k')]);
}
?>
--EXPECT--
release: time-outs: 1
  released: [true,0]
refresh: time-outs: 1
  released: [true,0]
acquire: time-outs: 1
  released: [true,0]
