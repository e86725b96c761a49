--TEST--
abortOnLoss without autoRenew notices a deletion and a takeover by an invalidation message, long before the lease ends
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/renewal.php';

$redis = RedisServer::start();
$operator = $redis->connect();
foreach (['deleted' => ['DEL', 'k'], 'taken over' => ['SET', 'k', 'another-client']] as $what => $command) {
    $redis->ask('DEL', 'k');
    $redis->ask('CONFIG', 'RESETSTAT');
    $lock = new RedisLock('k', ttl: 60.0, server: $redis->address, abortOnLoss: true);
    $lock->acquire();
    await('the look at the key', fn() => isset($redis->commands()['evalsha']) || isset($redis->commands()['eval']));
    $start = now();
    $thrown = 0;
    try {
        $operator->send(...$command);
        compute(20.0);
    } catch (RedisLockLostException) {
        $thrown++;
    }
    $operator->receive();
    say("$what: thrown", $thrown);
    say('  in time', now() - $start < 15.0);
    say('  held', $lock->isHeld());
    say('  released', $lock->release());
}
say('renewed, lost', [RedisLock::stats()['renewed'], RedisLock::stats()['lost']]);
?>
--EXPECT--
deleted: thrown: 1
  in time: true
  held: false
  released: false
taken over: thrown: 1
  in time: true
  held: false
  released: false
renewed, lost: [0,2]
