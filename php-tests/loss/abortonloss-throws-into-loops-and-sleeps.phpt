--TEST--
abortOnLoss throws once into a loop without calls, and into sleep() and usleep(), which it cuts short
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$works = [
    'loop' => function () { for ($n = 0; ; $n++); },
    'sleep' => function () { for ($n = 0; $n < 2; $n++) { sleep(30); } },
    'usleep' => function () { for ($n = 0; $n < 2; $n++) { usleep(30_000_000); } },
    'time_nanosleep' => function () { for ($n = 0; $n < 2; $n++) { time_nanosleep(30, 0); } },
];
foreach ($works as $what => $work) {
    $lock = new RedisLock('k', ttl: 60.0, server: $redis->address, autoRenew: true, abortOnLoss: true);
    $lock->acquire();
    await_renewals();
    $thief = PhpChild::start('hear(); usleep(200_000); (new RespClient($argv[1]))->ask("DEL", "k"); echo "deleted\n";', [$redis->address]);
    $start = now();
    $thrown = 0;
    try {
        $thief->tell('go');
        $work();
    } catch (RedisLockLostException) {
        $thrown++;
    }
    say("$what: thrown in time", now() - $start < 25.0);
    try {
        compute(0.1);
    } catch (RedisLockLostException) {
        $thrown++;
    }
    say('  times', $thrown);
    $thief->finish();
    say('  released', $lock->release());
}
say('lost', RedisLock::stats()['lost']);
?>
--EXPECT--
loop: thrown in time: true
  times: 1
  released: false
sleep: thrown in time: true
  times: 1
  released: false
usleep: thrown in time: true
  times: 1
  released: false
time_nanosleep: thrown in time: true
  times: 1
  released: false
lost: 4
