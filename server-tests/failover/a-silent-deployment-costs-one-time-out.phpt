--TEST--
All servers of a deployment halt: once a search for the server in charge has asked each in vain, a call costs one time-out, and objects that go cost none
--FILE--
<?php
require __DIR__ . '/../inc/bootstrap.php';
require __DIR__ . '/../inc/failover.php';

$sentinels = new Sentinels('redis-server', replicas: 1);
$sentinels->awaitMaster();
$cluster = new Cluster('redis-server');
$timeout = 2.0;
foreach ([
    'Sentinel' => [$sentinels, [...$sentinels->sentinels, ...$sentinels->nodes()]],
    'cluster' => [$cluster, $cluster->nodes()],
] as $name => [$deployment, $nodes]) {
    echo "$name\n";
    $server = $deployment->server() . "?read_timeout=$timeout&connect_timeout=$timeout";
    $locks = array_map(fn(int $n) => new RedisLock("{k}$n", server: $server), range(0, 9));
    say('acquired', array_unique(array_map(fn(RedisLock $lock) => $lock->acquire(), $locks)));
    array_map(fn($node) => $node->halt(), $nodes);
    $cost = function (callable $call) use ($timeout): int {
        $start = now();
        $call();
        return time_outs(now() - $start, $timeout);
    };
    say('the server in charge', $cost(fn() => thrown(fn() => $locks[0]->refresh())));
    thrown(fn() => $locks[0]->refresh()); // asks each with all patience
    say('then', [
        $cost(fn() => thrown(fn() => $locks[0]->refresh())),
        $cost(fn() => thrown(fn() => $locks[0]->isOwned())),
    ]);
    say('objects that go', $cost(function () use (&$locks) {
        $locks = [];
    }));
    array_map(fn($node) => $node->goOn(), $nodes);
    say('well again', (new RedisLock('{k}', server: $server))->acquire(60.0));
}
?>
--EXPECT--
Sentinel
acquired: [true]
the server in charge: 1
then: [1,1]
objects that go: 0
well again: true
cluster
acquired: [true]
the server in charge: 1
then: [1,1]
objects that go: 0
well again: true
