--TEST--
Shared locks and semaphores work on a cluster, also with keys that cannot have helper keys
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/shares.php';

$redis = RedisServer::start(['cluster-enabled' => 'yes', 'cluster-port' => (string) free_port()], tcp: true);
$redis->ask('CLUSTER', 'ADDSLOTSRANGE', 0, 16383);
await('a cluster', fn() => str_contains($redis->ask('CLUSTER', 'INFO'), 'cluster_state:ok'));
$address = "redis-cluster://127.0.0.1:$redis->port";
foreach (['a key' => 'k', 'with a tag' => '{k}:l', 'with a brace and no tag' => 'a}b'] as $what => $key) {
    $options = ['key' => $key, 'server' => $address];
    [$one, $two, $writer] = [reader($redis, ...$options), reader($redis, ...$options), writer($redis, ...$options)];
    say("$what, shared", [$one->acquire(), $two->acquire(), $writer->acquire(0.05), $one->refresh(), $one->isOwned(), $one->release(), $two->release(), $writer->acquire(), $one->acquire(0.05), $writer->release()]);
    [$heavy, $light, $late] = [semaphore($redis, 3, ...$options, weight: 2), semaphore($redis, 3, ...$options), semaphore($redis, 3, ...$options)];
    say('  a semaphore', [$heavy->acquire(), $light->acquire(), $late->acquire(0.05), $late->getFree(), count($late->getHolders()), $heavy->release(), $light->release(), $late->forceRelease()]);
    $waiter = PhpChild::start('$lock = new RedisLock($argv[2], wait: 30.0, server: $argv[1]); echo "ready\n"; say("  a writer that waits", $lock->acquire());', [$address, $key]);
    $one->acquire();
    $waiter->hear();
    $one->release();
    echo $waiter->finish();
}
?>
--EXPECT--
a key, shared: [true,true,false,true,true,true,true,true,false,true]
  a semaphore: [true,true,false,0,2,true,true,0]
  a writer that waits: true
with a tag, shared: [true,true,false,true,true,true,true,true,false,true]
  a semaphore: [true,true,false,0,2,true,true,0]
  a writer that waits: true
with a brace and no tag, shared: [true,true,false,true,true,true,true,true,false,true]
  a semaphore: [true,true,false,0,2,true,true,0]
  a writer that waits: true
