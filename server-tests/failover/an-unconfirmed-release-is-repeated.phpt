--TEST--
An unconfirmed release on a closed connection is repeated at the process's end, or by its next lock in any slot
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server');
$cluster = new Cluster('redis-server');
$releasing = <<<'PHP'
    [, $server, $key, $goes_on] = $argv;
    $lock = new RedisLock($key, ttl: 600.0, server: $server, confirmRelease: false);
    $lock->acquire() && $lock->release(); // the first one on a connection is waited for
    echo json_encode($lock->acquire()), "\n";
    hear();
    echo json_encode($lock->release()), "\n";
    for ($n = 0; $goes_on && $n < 20; $n++) {
        (new RedisLock("another $n", server: $server))->synchronized(fn() => usleep(1_000));
    }
    $goes_on && hear();
    PHP;
foreach (['Sentinel' => $sentinels, 'cluster' => $cluster] as $name => $deployment) {
    foreach (['at its end' => false, 'while it goes on' => true] as $when => $goes_on) {
        if ($goes_on && $name === 'Sentinel') {
            continue; // all keys are of one slot
        }
        $key = Kind::newKey();
        $child = child($releasing, [$deployment->server(), $key, (string) $goes_on]);
        say("$name, $when: acquired", json_decode($child->hear()));
        $node = $deployment instanceof Cluster ? $cluster->nodeOf($key) : $sentinels->at($sentinels->awaitMaster());
        $node->ask('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        $child->tell('release');
        say('  released', json_decode($child->hear()));
        $goes_on || $child->finish();
        await('its deletion', fn() => $node->ask('EXISTS', $key) === 0, 30.0);
        $goes_on && $child->finish();
    }
}
?>
--EXPECT--
Sentinel, at its end: acquired: true
  released: true
cluster, at its end: acquired: true
  released: true
cluster, while it goes on: acquired: true
  released: true
