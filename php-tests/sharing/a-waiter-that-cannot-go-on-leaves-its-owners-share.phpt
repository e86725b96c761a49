--TEST--
If a waiter's owner has a share or permit already and its script cannot continue, the share or permit stays
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/queue.php';
require __DIR__ . '/../inc/signals.php';

$redis = RedisServer::start();
$sender = new SignalSender();
foreach (['share' => [RedisLock::class, ['shared' => true]], 'permit' => [RedisSemaphore::class, ['permits' => 1]]] as $kind => [$class, $options]) {
    $redis->ask('SET', 'k', 'another-client', 'PX', '600000');
    $waiter = waiter($redis, $options + ['token' => 'T']);
    enqueue_waiters($redis, [$waiter]);
    $sender->send('STOP', $waiter);
    $redis->ask('DEL', 'k');
    $held = new $class(...$options + ['key' => 'k', 'ttl' => 600.0, 'wait' => 0.0, 'server' => $redis->address, 'token' => 'T']);
    say($kind, $held->acquire());
    // The step takes what is its owner's, and then it cannot offer a seat.
    $redis->ask('SET', '{k}:redislock:vacant', 'not a list');
    $redis->ask('CONFIG', 'RESETSTAT');
    $sender->send('CONT', $waiter);
    say('  the waiter', json_decode($waiter->hear())[0]);
    say('  the other object', [$held->isHeld(), $held->isOwned()]);
    say('  given back', $redis->commands()['zrem'] ?? 0);
    $waiter->kill();
    $held->forceRelease();
    $redis->ask('FLUSHALL');
}
?>
--EXPECT--
share: true
  the waiter: true
  the other object: [true,true]
  given back: 0
permit: true
  the waiter: true
  the other object: [true,true]
  given back: 0
